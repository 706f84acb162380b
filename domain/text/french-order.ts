import { limitRuns } from "./normal-form.ts";

const collator = new Intl.Collator("fr-CH");

/** Below this length, sorting combining marks cannot be slow. */
const SHORT = 40;
/** Characters that decide the order; legacy names have no limit. */
const SORTED = 200;

export const sortable = (text: string): string => (text.length <= SHORT ? text : limitRuns(text.slice(0, SORTED)));

/** Order of a French list, without case and accents. */
export const compareFrench = (a: string, b: string): number => collator.compare(sortable(a), sortable(b));
