import { limitRuns } from "./normal-form.ts";

const collator = new Intl.Collator("fr-CH");

/** In characters. Texts up to this length sort fast, even if they consist of combining marks. */
const SHORT = 40;
/** Number of characters to compare. Names in old documents may have any length. */
const SORTED = 200;

export const sortable = (text: string): string => (text.length <= SHORT ? text : limitRuns(text.slice(0, SORTED)));

/** Compares two texts in French alphabetical order. */
export const compareFrench = (a: string, b: string): number => collator.compare(sortable(a), sortable(b));
