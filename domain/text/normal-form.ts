/** Unicode forms of what people type, in a time that grows with its length and not with its square. */

/**
 * `normalize` and `Intl.Collator` put the marks of a run in order one by one: 120,000 of them keep a process busy for
 * twenty seconds. No script needs more than sixteen. The two half-width sound marks are letters, and become marks.
 */
const LONG_RUN = /([\p{M}\uff9e\uff9f]{16})[\p{M}\uff9e\uff9f]+/gu;

/** @returns the text with the first sixteen of every run of combining marks */
export const withShortRuns = (text: string): string => text.replace(LONG_RUN, "$1");

/**
 * The one way in which the site normalises a text.
 * @param form as `String.prototype.normalize` names it
 * @returns the text in that form, its runs of combining marks shortened
 */
export const normalForm = (text: string, form: "NFC" | "NFKC" | "NFD" | "NFKD"): string =>
  withShortRuns(text).normalize(form);

/** How many times longer a text may be as it was typed than after clean-up: line ends, spaces, marks not composed yet. */
const TYPED = 4;

/**
 * @param max the most characters that a text may hold after clean-up
 * @returns the most UTF-16 code units that are looked at at all: what is longer is refused before anything is computed
 */
export const typedMax = (max: number): number => TYPED * max;
