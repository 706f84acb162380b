/** How many people come to a slot. */
import { type Agreed, isComing, needsConfirmation, type Reply } from "./reply.ts";
import { hasSlotDay, hoursOfSlot, type Slot, type SlotEvent } from "./slot.ts";

export type SlotState = {
  /** Persons who come, without those who must confirm. */
  readonly coming: readonly Reply[];
  readonly toConfirm: readonly Reply[];
  readonly withdrawn: readonly Reply[];
  /** Number of free places. Persons who must confirm keep their place. */
  readonly missing: number;
};

/** The post and the hours to which a person agrees now. Null if the event is cancelled or has no date. */
export function presentTerms(slot: Slot, event: SlotEvent): Agreed | null {
  const hours = hoursOfSlot(slot, event);
  return hours && hasSlotDay(event) && event.status !== "annule" ? { ...hours, post: slot.post } : null;
}

/** @param replies of the event; those to other slots are ignored */
export function slotState(slot: Slot, event: SlotEvent, replies: readonly Reply[]): SlotState {
  const own = replies.filter((reply) => reply.slot === slot.id);
  const terms = presentTerms(slot, event);
  const all = own.filter(isComing);
  const toConfirm = all.filter((reply) => needsConfirmation(reply, terms));
  return {
    coming: all.filter((reply) => !toConfirm.includes(reply)),
    toConfirm,
    withdrawn: own.filter((reply) => !isComing(reply)),
    missing: Math.max(0, slot.needed - all.length),
  };
}

/** « 1 sur 4, 3 à confirmer » */
export function stateInFrench({ coming, toConfirm }: SlotState, { needed }: Pick<Slot, "needed">): string {
  const count = `${coming.length} sur ${needed}`;
  return toConfirm.length > 0 ? `${count}, ${toConfirm.length} à confirmer` : count;
}

/** « on cherche encore 2 personnes ». Empty if nobody is missing. */
export function missingInFrench(missing: number): string {
  if (missing === 0) return "";
  return missing === 1 ? "on cherche encore 1 personne" : `on cherche encore ${missing} personnes`;
}
