/** How often a page reads the progress of the e-mails again. Each time reads all recipients: on Firestore, that costs. */

/** In milliseconds. */
const SHORTEST_MS = 3000;
const LONGEST_MS = 15 * 60_000;

/** Readings while the letters of a page leave, one a second. A phone may show it for half an hour. */
const READINGS = 24;

/** Readings without a change before the pauses grow: other mails leave first. */
const PATIENCE = 10;

/**
 * @param waitingAtFirst letters that waited when the page was loaded
 * @param unchanged readings in a row after which as many letters waited as before: the mail server may be down, and a page
 * stay open over night
 * @returns the pause before the next reading, in milliseconds
 */
export const progressPause = (waitingAtFirst: number, unchanged: number): number =>
  Math.min(
    LONGEST_MS,
    Math.max(SHORTEST_MS, (waitingAtFirst * 1000) / READINGS) * 2 ** Math.max(0, unchanged - PATIENCE),
  );
