import { momentInZurich } from "#domain/dates.ts";
import { isComing, needsConfirmation } from "#domain/slots/reply.ts";
import { isSlotOver } from "#domain/slots/slot.ts";
import { currentTerms } from "#domain/slots/slot-state.ts";
import type { Services } from "#usecases/services.ts";

/**
 * Whether a message that names these places is still true: the person comes to all of them, as agreed, and not all have
 * ended.
 * @param ids of the replies
 */
export async function arePlacesCurrent(
  { slots, replies, events, clock }: Pick<Services, "slots" | "replies" | "events" | "clock">,
  ids: readonly string[],
): Promise<boolean> {
  const now = momentInZurich(clock.now());
  let isOver = true;
  for (const id of ids) {
    const reply = await replies.get(id);
    const slot = reply && isComing(reply) && (await slots.get(reply.slot));
    const event = slot && (await events.findBySubject(slot.event));
    if (!reply || !event || needsConfirmation(reply, currentTerms(slot, event))) return false;
    if (!isSlotOver(reply.agreed, now)) isOver = false;
  }
  return !isOver;
}
