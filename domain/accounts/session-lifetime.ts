const DAY_MS = 24 * 60 * 60 * 1000;

/** Milliseconds until a session ends: `idle` after its last use or `absolute` after the sign-in, whichever is first. */
export const SESSION_LIFETIMES_MS = { idle: 14 * DAY_MS, absolute: 90 * DAY_MS } as const;

/** Milliseconds after a password check during which sensitive changes do not ask for the password again. */
export const CONFIRMED_MS = 15 * 60 * 1000;
