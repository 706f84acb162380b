/** The late withdrawals that the bar of the committee's pages counts. */
import { momentInZurich } from "#domain/dates.ts";
import { isWithdrawalReported, LATE_WITHDRAWAL_MS } from "#domain/slots/late-withdrawal.ts";
import type { Reply } from "#domain/slots/reply.ts";
import { hasDayForSlots, hoursOfSlot } from "#domain/slots/slot.ts";
import type { Services } from "#usecases/services.ts";

/** Assumed maximum length of a slot, in milliseconds. Withdrawals in the last hours of a longer slot are not found. */
const SLOT_MS = 24 * 3_600_000;

type Needs = Pick<Services, "slots" | "replies" | "events" | "clock">;

export type LateWithdrawalsSummary = {
  readonly count: number;
  /** Ids of the event and of the reply of the first of them. */
  readonly event: string;
  readonly reply: string;
};

/**
 * Every page of the committee calls it: without a late withdrawal, it reads only the few replies that were withdrawn
 * in the last three days.
 * @returns null if there are none
 */
export async function findLateWithdrawals(services: Needs): Promise<LateWithdrawalsSummary | null> {
  const now = services.clock.now();
  const recent = await services.replies.listWithdrawn(new Date(now.getTime() - LATE_WITHDRAWAL_MS - SLOT_MS));
  const unseen = recent.filter(({ withdrawnBy, isWithdrawalSeen }) => withdrawnBy === "person" && !isWithdrawalSeen);
  const told = [];
  for (const [slot, replies] of Map.groupBy(unseen, ({ slot }) => slot))
    told.push(...(await readTold(services, slot, replies, now)));
  const [first] = told;
  return first ? { count: told.length, ...first } : null;
}

async function readTold(services: Needs, slotId: string, withdrawn: readonly Reply[], at: Date) {
  const slot = await services.slots.get(slotId);
  const event = slot && (await services.events.findBySubject(slot.event));
  const hours = event && hoursOfSlot(slot, event);
  if (!event || !hours || !hasDayForSlots(event) || event.status === "annule") return [];
  const coming = (await services.replies.countComing([slotId])).get(slotId) ?? 0;
  const now = momentInZurich(at);
  return withdrawn
    .filter((reply) => isWithdrawalReported(reply, hours, slot.needed - coming, now))
    .map(({ id }) => ({ event: event.id, reply: id }));
}
