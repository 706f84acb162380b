/** How long somebody stays signed in, and how long a password that was typed is remembered. */

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * In milliseconds: `idle` after a session was last used, and `absolute` after it was opened, however often it is used.
 * A telephone that was lost or sold is signed out by itself, and one that is used every week stays signed in
 * for a season.
 */
export const SESSION_LIFETIMES_MS = { idle: 14 * DAY_MS, absolute: 90 * DAY_MS } as const;

/** For so long after the password was typed in a session, it is not asked again there; in milliseconds. */
export const CONFIRMED_MS = 15 * 60 * 1000;
