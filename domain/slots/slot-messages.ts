/** What the messages of the rounds about an event say (domain/rounds). */
import { addDays, type Day } from "#domain/dates.ts";
import { listInFrench } from "#domain/text/list-in-french.ts";
import { type AgreedTerms, needsConfirmation, type Reply } from "./reply.ts";
import { eveningOfSlot, hasDayForSlots, type Slot, type SlotEventDates } from "./slot.ts";
import { eveningInFrench, slotHoursInFrench, slotTimesInFrench, type TimedSlot } from "./slot-hours.ts";
import { currentTerms } from "./slot-state.ts";

type NamedEvent = SlotEventDates & { readonly name: string };

/**
 * Why a person must confirm. `undated`: the event is postponed without a date. `moved`: the event is on another day.
 * `changed`: the slot has other hours or another post. `now` is null if there is nothing to confirm.
 */
export type AgreedTermsChange = {
  readonly is: "cancelled" | "undated" | "deleted" | "moved" | "changed";
  readonly slot: string;
  readonly agreed: AgreedTerms;
  readonly now: AgreedTerms | null;
};

/** @param slot null if it was deleted @returns null if the person need not confirm */
export function changeSinceAgreement(
  { slot: id, agreed }: Pick<Reply, "slot" | "agreed">,
  slot: Slot | null,
  event: SlotEventDates,
): AgreedTermsChange | null {
  const now = slot && currentTerms(slot, event);
  if (!needsConfirmation({ agreed }, now)) return null;
  const change = (is: AgreedTermsChange["is"]) => ({ is, slot: id, agreed, now });
  if (event.status === "annule") return change("cancelled");
  if (!hasDayForSlots(event)) return change("undated");
  if (!now) return change("deleted");
  return change(event.status === "reporte" && now.from.day !== agreed.from.day ? "moved" : "changed");
}

/**
 * A code of the changes in a message, by which the site knows whether a person was told of them. Equal for the same
 * changes in another order.
 */
export const changesFingerprintText = (changes: readonly AgreedTermsChange[]): string =>
  changes
    .map(({ is, slot, now }) => JSON.stringify([slot, is, now && [now.post, now.from, now.until]]))
    .toSorted()
    .join("\n");

/** « l’événement Fête est reporté au samedi 19 juin. Bar, samedi 19 juin, 22 h à 1 h », without a full stop. */
export function changesInFrench(changes: readonly AgreedTermsChange[], event: NamedEvent): string {
  const ofEvent = `l’événement ${event.name.trim()}`;
  const [first] = changes;
  if (first?.is === "cancelled") return `${ofEvent} est annulé\u00a0: plus besoin de venir, merci`;
  if (first?.is === "undated") {
    const evenings = [...new Set(changes.map(({ agreed }) => eveningInFrench(eveningOfSlot(agreed))))];
    return `${ofEvent} est reporté, la nouvelle date viendra\u00a0: pas besoin de venir ${listInFrench(evenings)}`;
  }
  const moved = changes.flatMap(({ is, now }) => (is === "moved" && now ? [placeInFrench(now)] : []));
  return [
    ...(moved.length > 0
      ? [`${ofEvent} est reporté au ${eveningInFrench(event.firstDay)}. ${moved.join("\u00a0; ")}`]
      : []),
    ...changes.flatMap(ofSlot),
  ].join("\u00a0; ");
}

const placeInFrench = (place: AgreedTerms): string => `${place.post}, ${slotHoursInFrench(place)}`;

function ofSlot({ is, agreed, now }: AgreedTermsChange): string[] {
  if (is === "deleted") return [`le poste ${placeInFrench(agreed)}, est supprimé\u00a0: plus besoin d’y venir, merci`];
  if (is !== "changed" || !now) return [];
  const isSamePost = agreed.post === now.post;
  const isSameTime = slotHoursInFrench(agreed) === slotHoursInFrench(now);
  const hours = agreed.from.day === now.from.day ? slotTimesInFrench(agreed) : slotHoursInFrench(agreed);
  const before = [...(isSamePost ? [] : [agreed.post]), ...(isSameTime ? [] : [hours])].join(", ");
  const what = isSamePost ? "l’horaire du poste a changé" : "le poste a changé";
  return [`${what}\u00a0: ${placeInFrench(now)}, au lieu de ${before}`];
}

/** What a request names. One slot: its hours. Several: their evenings, and each post once. */
export function slotRequestInFrench(slots: readonly Pick<TimedSlot, "post" | "hours">[]): {
  when: string;
  posts: string;
} {
  const [slot, ...others] = slots;
  if (slot && others.length === 0) return { when: slotHoursInFrench(slot.hours), posts: slot.post };
  const evenings = [...new Set(slots.map(({ hours }) => eveningOfSlot(hours)))].toSorted();
  return {
    when: listInFrench(evenings.map(eveningInFrench)),
    posts: listInFrench([...new Set(slots.map(({ post }) => post))]),
  };
}

/** What a reminder of an evening names: « Bar, 22 h à 1 h ; Vestiaire, nuit de samedi à dimanche 13 juin, 1 h à 3 h » */
export const reminderPlacesInFrench = (places: readonly Pick<TimedSlot, "post" | "hours">[], evening: Day): string =>
  places
    .map(
      ({ post, hours }) =>
        `${post}, ${hours.from.day === evening ? slotTimesInFrench(hours) : slotHoursInFrench(hours)}`,
    )
    .join("\u00a0; ");

/** In days before an evening. */
const REMINDER_DAYS = 2;

/** The day from which people are reminded of an evening. */
export const reminderDueDay = (evening: Day): Day => addDays(evening, -REMINDER_DAYS);
