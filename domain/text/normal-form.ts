/** A long run of combining marks: `normalize` and `Intl.Collator` take quadratic time, 20 s for 120,000 marks. */
const LONG_RUN = /([\p{M}\uff9e\uff9f]{16})[\p{M}\uff9e\uff9f]+/gu;

export const limitRuns = (text: string): string => text.replace(LONG_RUN, "$1");

/** Normalises a text to a Unicode form, after shortening runs of combining marks. Use it instead of `normalize`. */
export const normalForm = (text: string, form: "NFC" | "NFKC" | "NFD" | "NFKD"): string =>
  limitRuns(text).normalize(form);

/** How many times longer than its limit a text may be before normalisation (of line ends, spaces and accents). */
const TYPED = 4;

/** Maximum length, in UTF-16 code units, of a text as typed that may have `max` characters after normalisation. */
export const typedMax = (max: number): number => TYPED * max;
