const MINUTE_MS = 60_000;

/** Milliseconds during which a mail is reserved for one process. Longer than any attempt to send the mail. */
export const MAIL_LEASE_MS = 2 * MINUTE_MS;

/**
 * In milliseconds, from the first failed attempt. A letter of a mailing that has not left by then counts as refused, so that
 * its person gets the mailing by another way while it still matters. The time before counts not: the site itself may have
 * been down, and a mail server that delays each first letter would then lose it.
 */
export const MAILING_LETTER_LIFE_MS = 48 * 60 * MINUTE_MS;

const LONGEST_DELAY_MS = 60 * MINUTE_MS;

/**
 * Latest plausible time of an attempt, in milliseconds from now. If mail is due later, a wrong clock has scheduled it,
 * and it is sent immediately.
 */
export const LATEST_PLAUSIBLE_ATTEMPT_MS = 2 * LONGEST_DELAY_MS;

/** Time of the next attempt. The delay doubles with each of the `failures` failed attempts, up to one hour. */
export function nextMailAttemptAt(failures: number, now: Date): Date {
  return new Date(now.getTime() + Math.min(MINUTE_MS * 2 ** failures, LONGEST_DELAY_MS));
}

/** Retry time of mail that a wrong setting blocks: the next full hour, so that all blocked mail is retried together. */
export const heldMailRetryAt = (now: Date): Date =>
  new Date((Math.floor(now.getTime() / LONGEST_DELAY_MS) + 1) * LONGEST_DELAY_MS);
