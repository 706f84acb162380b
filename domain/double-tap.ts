/** Longest time between the two requests of a double tap, in ms. */
const SAME_TAP_MS = 5000;

/**
 * Whether a change made at `at` counts as made by the request that is answered at `now`. After a double tap, the second
 * request finds the change already made, and has to report it as its own.
 */
export const isDoubleTap = (at: Date, now: Date): boolean => now.getTime() - at.getTime() < SAME_TAP_MS;
