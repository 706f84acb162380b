/** One French sentence for each refused reply. */
import type { RefusedReply } from "./reply-rules.ts";
import type { Slot } from "./slot.ts";
import { type TimedSlot, timesInFrench } from "./slot-hours.ts";

type About = {
  /** The refused slot. Absent if it was deleted. */
  readonly slot?: Pick<Slot, "needed"> | undefined;
  /** The slot to which the person comes at the same time. */
  readonly other?: Pick<TimedSlot, "post" | "hours"> | undefined;
  /** A free slot at the same hours, for a full one. */
  readonly instead?: Pick<Slot, "post"> | null | undefined;
};

const named = ({ post, hours }: Pick<TimedSlot, "post" | "hours">): string =>
  `«\u00a0${post}, ${timesInFrench(hours)}\u00a0»`;

const SENTENCES: Record<RefusedReply["is"], (about: About) => string> = {
  gone: () => "Ce poste n’existe plus.",
  cancelled: () => "L’événement est annulé.",
  closed: () => "L’événement n’a pas encore de nouvelle date.",
  over: () => "Ce créneau est passé.",
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
export const refusalInFrench = ({ is }: RefusedReply, about: About): string => SENTENCES[is](about);
