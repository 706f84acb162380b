/** `normalize` and `Intl.Collator` take quadratic time for many combining marks: 20 s for 120,000 marks. */
const LONG_RUN = /([\p{M}\uff9e\uff9f]{16})[\p{M}\uff9e\uff9f]+/gu;

export const limitCombiningMarks = (text: string): string => text.replace(LONG_RUN, "$1");

/** Normalises a text, with shortened runs of combining marks. Use this function instead of `normalize`. */
export const normaliseUnicode = (text: string, form: "NFC" | "NFKC" | "NFD" | "NFKD"): string =>
  limitCombiningMarks(text).normalize(form);

/** How many times longer a text may be before normalisation than after it. */
const TYPED = 4;

/** Maximum length of a text before normalisation, in UTF-16 code units. `max`: maximum after normalisation. */
export const typedLengthMax = (max: number): number => TYPED * max;

/** Replaces `toWellFormed`, which Firefox before 119 lacks: turns each half of a surrogate pair into U+FFFD. */
export const toWellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, "\ufffd");
