/** In ms. */
const SAME_TAP_MS = 5000;

/** Whether a change of `at` is of the tap that is answered `now`: after a double tap, both requests report the same. */
export const isOfTap = (at: Date, now: Date): boolean => now.getTime() - at.getTime() < SAME_TAP_MS;
