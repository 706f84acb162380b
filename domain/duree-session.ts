/** How long somebody stays signed in, and how long a password that was typed is remembered. */

const JOUR_MS = 24 * 60 * 60 * 1000;

/**
 * In milliseconds: `repos` after a session was last used, and `absolue` after it was opened, however often it is used.
 * A telephone that was lost or sold is signed out by itself, and one that is used every week stays signed in
 * for a season.
 */
export const DUREES_SESSION_MS = { repos: 14 * JOUR_MS, absolue: 90 * JOUR_MS } as const;

/** For so long after the password was typed in a session, it is not asked again there; in milliseconds. */
export const CONFIRMED_MS = 15 * 60 * 1000;
