/** Names as French sorts them. */
import { withShortRuns } from "./normal-form.ts";

const collator = new Intl.Collator("fr-CH");

/** Sorted as it is. */
const SHORT = 40;
/** Two names that differ only after so many characters stand in any order; an older site had no limit. */
const SORTED = 200;

/** @returns the part of a text that decides its place in a list */
export const sortable = (text: string): string => (text.length <= SHORT ? text : withShortRuns(text.slice(0, SORTED)));

/** @returns less than 0 when `a` comes first, more when `b` does, 0 when either may */
export const compareFrench = (a: string, b: string): number => collator.compare(sortable(a), sortable(b));
