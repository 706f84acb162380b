/** Rounds of repeated tests: few in `npm test`, and in `npm run test:long` as many as docs/reliability.md reports. */

/** Whether `npm run test:long` runs this test. */
export const LONG = process.env.TEST_ROUNDS === "long";

/** @returns `short` in `npm test`, `long` in `npm run test:long` */
export const rounds = (short: number, long: number): number => (LONG ? long : short);
