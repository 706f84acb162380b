import { limitCombiningMarks } from "./normal-form.ts";

const collator = new Intl.Collator("fr-CH");

/** Texts of up to this number of characters sort fast, even if they consist of combining marks. */
const SHORT = 40;
/** Number of characters to compare. Names in old documents may have any length. */
const SORTED = 200;

export const truncateForSorting = (text: string): string =>
  text.length <= SHORT ? text : limitCombiningMarks(text.slice(0, SORTED));

/** Compares two texts in French alphabetical order. */
export const compareFrench = (a: string, b: string): number =>
  collator.compare(truncateForSorting(a), truncateForSorting(b));
