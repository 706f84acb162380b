/** When a mail that could not be sent is tried again: to the committee and to accounts alike. */

const MINUTE_MS = 60_000;

/** Longer than any attempt of a mailer lasts, so that nobody else takes a mail that is being sent. In milliseconds. */
export const RESERVATION_MS = 2 * MINUTE_MS;

/** The longest pause between two attempts. */
const LONGEST_DELAY_MS = 60 * MINUTE_MS;

/** A mail that is due later than this, in milliseconds, waits because a clock went wrong: it is due now. */
export const FARTHEST_ATTEMPT_MS = 2 * LONGEST_DELAY_MS;

/**
 * After one minute, then two, four… at most an hour, without end: nothing sent is lost.
 * @param failures how often it has failed before this time
 * @returns when to try again
 */
export function nextAttemptAt(failures: number, now: Date): Date {
  return new Date(now.getTime() + Math.min(MINUTE_MS * 2 ** failures, LONGEST_DELAY_MS));
}

/** @returns when to try held mail again: at the next full hour, so that all of it is due at once and one attempt will do */
export const heldUntil = (now: Date): Date =>
  new Date((Math.floor(now.getTime() / LONGEST_DELAY_MS) + 1) * LONGEST_DELAY_MS);
