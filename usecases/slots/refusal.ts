import { refusalInFrench } from "#domain/slots/refusal-sentences.ts";
import { freeSlotInstead, type RefusedReply, type Replier } from "#domain/slots/reply-rules.ts";
import { hoursOfSlot, type Slot } from "#domain/slots/slot.ts";
import type { StoredEvent } from "#stores/events.ts";

type Source = {
  readonly event: StoredEvent | null;
  readonly slots: readonly Slot[];
  /** Number of people who come to a slot. */
  readonly countOf: (slot: string) => number;
};

/** The sentence for the first refused slot. @param offers whether the person may come to a slot that the sentence offers */
export function sentenceOfRefusal(
  [first]: readonly RefusedReply[],
  { event, slots, countOf }: Source,
  door: Replier["door"],
  offers: (slot: Slot) => boolean = () => true,
): string | null {
  if (!first) return null;
  const found = (id: string) => slots.find((one) => one.id === id);
  const slot = found(first.slot);
  const other = first.is === "overlap" ? found(first.other) : undefined;
  const hours = other && event && hoursOfSlot(other, event);
  const offered = slots.filter((one) => (door === "member" || !one.membersOnly) && offers(one));
  return refusalInFrench(first, {
    slot,
    other: other && hours ? { post: other.post, hours } : undefined,
    instead:
      slot && first.is === "full" ? freeSlotInstead(slot, offered, ({ id, needed }) => countOf(id) < needed) : null,
  });
}
