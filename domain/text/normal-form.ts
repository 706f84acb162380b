/** `normalize` and `Intl.Collator` are quadratic in a run of combining marks: 120,000 take twenty seconds. */
const LONG_RUN = /([\p{M}\uff9e\uff9f]{16})[\p{M}\uff9e\uff9f]+/gu;

export const limitRuns = (text: string): string => text.replace(LONG_RUN, "$1");

/** Normalises a text to a Unicode form, after shortening runs of combining marks. Call no other normalisation. */
export const normalForm = (text: string, form: "NFC" | "NFKC" | "NFD" | "NFKD"): string =>
  limitRuns(text).normalize(form);

/** A typed text may be this many times longer before clean-up: line ends, spaces, decomposed marks. */
const TYPED = 4;

/** UTF-16 code units above which a typed text is refused unread, for `max` characters after clean-up. */
export const typedMax = (max: number): number => TYPED * max;
