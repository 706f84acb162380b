/** How often a heavy test repeats itself: few rounds find a bug in minutes, `npm run test:long` makes the figures. */

/** Whether this is `npm run test:long`. */
export const LONG = process.env.TEST_ROUNDS === "long";

/** @returns how many rounds this run makes of something */
export const rounds = (short: number, long: number): number => (LONG ? long : short);
