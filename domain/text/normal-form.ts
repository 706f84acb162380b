/** `normalize` and `Intl.Collator` take quadratic time for a run of combining marks: twenty seconds for 120,000. */
const LONG_RUN = /([\p{M}\uff9e\uff9f]{16})[\p{M}\uff9e\uff9f]+/gu;

export const limitRuns = (text: string): string => text.replace(LONG_RUN, "$1");

/** Normalises a text to a Unicode form, after shortening runs of combining marks. Use it instead of `normalize`. */
export const normalForm = (text: string, form: "NFC" | "NFKC" | "NFD" | "NFKD"): string =>
  limitRuns(text).normalize(form);

/** Before clean-up (line ends, spaces, decomposed marks), a text may be this many times longer than its limit. */
const TYPED = 4;

/** Maximum length in UTF-16 code units before clean-up, for a text of at most `max` characters after clean-up. */
export const typedMax = (max: number): number => TYPED * max;
