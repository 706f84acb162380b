/** How many people come to a slot. */
import { type AgreedTerms, isComing, needsConfirmation, type Reply } from "./reply.ts";
import { hasDayForSlots, hoursOfSlot, type Slot, type SlotEventDates } from "./slot.ts";

export type SlotStaffing = {
  /** Persons who come, without those who must confirm. */
  readonly coming: readonly Reply[];
  readonly toConfirm: readonly Reply[];
  readonly withdrawn: readonly Reply[];
  /** Number of free places. Persons who must confirm keep their place. */
  readonly missing: number;
};

/**
 * The slot's present post and hours, to which a person who replies or confirms now agrees. Null if the event is
 * cancelled or has no date.
 */
export function currentTerms(slot: Slot, event: SlotEventDates): AgreedTerms | null {
  const hours = hoursOfSlot(slot, event);
  return hours && hasDayForSlots(event) && event.status !== "annule" ? { ...hours, post: slot.post } : null;
}

/** @param replies of the event; those to other slots are ignored */
export function slotStaffing(slot: Slot, event: SlotEventDates, replies: readonly Reply[]): SlotStaffing {
  const own = replies.filter((reply) => reply.slot === slot.id);
  const terms = currentTerms(slot, event);
  const all = own.filter(isComing);
  const toConfirm = all.filter((reply) => needsConfirmation(reply, terms));
  return {
    coming: all.filter((reply) => !toConfirm.includes(reply)),
    toConfirm,
    withdrawn: own.filter((reply) => !isComing(reply)),
    missing: missingPeople(slot, all.length),
  };
}

/** Number of free places. @param coming number of people who come */
export const missingPeople = ({ needed }: Pick<Slot, "needed">, coming: number): number => Math.max(0, needed - coming);

/** « 1 sur 4, 3 à confirmer » */
export function slotStaffingInFrench({ coming, toConfirm }: SlotStaffing, { needed }: Pick<Slot, "needed">): string {
  const count = `${coming.length} sur ${needed}`;
  return toConfirm.length > 0 ? `${count}, ${toConfirm.length} à confirmer` : count;
}

/** « on cherche encore 2 personnes ». Empty if nobody is missing. */
export function missingPeopleSoughtInFrench(missing: number): string {
  if (missing === 0) return "";
  return missing === 1 ? "on cherche encore 1 personne" : `on cherche encore ${missing} personnes`;
}
