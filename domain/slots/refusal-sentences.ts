/** One French sentence for each refused reply. */
import { findFreeSlotAtSameHours, type ReplyRefusal } from "./reply-rules.ts";
import { hoursOfSlot, type Slot, type SlotEventDates } from "./slot.ts";
import { slotTimesInFrench, type TimedSlot } from "./slot-hours.ts";

type About = {
  /** The refused slot. Absent if it was deleted. */
  readonly slot?: Pick<Slot, "needed"> | undefined;
  /** The slot to which the person comes at the same time. */
  readonly other?: Pick<TimedSlot, "post" | "hours"> | undefined;
  /** A free slot at the same hours, for a full one. */
  readonly instead?: Pick<Slot, "post"> | null | undefined;
};

const named = ({ post, hours }: Pick<TimedSlot, "post" | "hours">): string =>
  `«\u00a0${post}, ${slotTimesInFrench(hours)}\u00a0»`;

const SENTENCES: Record<ReplyRefusal["is"], (about: About) => string> = {
  gone: () => "Ce poste n’existe plus.",
  cancelled: () => "L’événement est annulé.",
  closed: () => "L’événement n’a pas encore de nouvelle date.",
  over: () => "Ce créneau est passé.",
  removed: () => "Le comité a retiré cette place\u00a0: appelez-le.",
  "members-only": () => "Ce poste est réservé aux membres, depuis leur page personnelle.",
  minor: () => "Ce poste est réservé aux adultes\u00a0: 18\u00a0ans ce jour-là.",
  age: () => "Ce poste est réservé aux adultes\u00a0: cochez «\u00a0J’aurai 18\u00a0ans ce jour-là\u00a0».",
  full: ({ slot, instead }) =>
    [
      "C’est complet",
      slot &&
        (slot.needed === 1 ? "\u00a0: une personne vient déjà" : `\u00a0: ${slot.needed} personnes viennent déjà`),
      instead ? `. Il reste une place aux mêmes heures\u00a0: ${instead.post}.` : ".",
    ]
      .filter(Boolean)
      .join(""),
  overlap: ({ other }) =>
    other ? `En même temps que ${named(other)}\u00a0: un seul des deux.` : "Déjà pris à cette heure-là.",
};

/** @param about what the sentence names */
export const replyRefusalInFrench = ({ is }: ReplyRefusal, about: About): string => SENTENCES[is](about);

type Source = {
  readonly event: SlotEventDates | null;
  readonly slots: readonly Slot[];
};

/**
 * The sentence for a refused slot.
 * @param isFree whether a slot has a place for this person, so that the sentence may offer it in place of a full one
 */
export function replyRefusalSentence(
  refused: ReplyRefusal,
  { event, slots }: Source,
  isFree: (slot: Slot) => boolean,
): string {
  const found = (id: string) => slots.find((one) => one.id === id);
  const slot = found(refused.slot);
  const other = refused.is === "overlap" ? found(refused.other) : undefined;
  const hours = other && event && hoursOfSlot(other, event);
  const instead = slot && refused.is === "full" ? findFreeSlotAtSameHours(slot, slots, isFree) : null;
  return replyRefusalInFrench(refused, {
    slot,
    other: other && hours ? { post: other.post, hours } : undefined,
    instead,
  });
}
