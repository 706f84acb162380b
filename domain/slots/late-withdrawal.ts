/** A person who withdraws shortly before the slot: the committee has to look for somebody else. */
import type { Moment } from "#domain/dates.ts";
import type { Reply } from "./reply.ts";
import { isSlotOver, type SlotHours, startOfSlot } from "./slot.ts";

/** From this time before the slot, a withdrawal is late. In milliseconds. */
export const LATE_WITHDRAWAL_MS = 48 * 3_600_000;

/** Whether the person withdrew late, through a link. */
export const isLateWithdrawal = (
  { withdrawnAt, withdrawnBy }: Pick<Reply, "withdrawnAt" | "withdrawnBy">,
  hours: SlotHours,
): boolean =>
  withdrawnAt !== null &&
  withdrawnBy === "person" &&
  startOfSlot(hours).getTime() - withdrawnAt.getTime() <= LATE_WITHDRAWAL_MS;

/**
 * Whether the committee's pages report a late withdrawal: until the committee has seen it, the place is filled, or the
 * slot has ended.
 * @param missing free places of the slot
 * @param now in Zurich
 */
export const isWithdrawalReported = (reply: Reply, hours: SlotHours, missing: number, now: Moment): boolean =>
  isLateWithdrawal(reply, hours) && !reply.isWithdrawalSeen && missing > 0 && !isSlotOver(hours, now);
