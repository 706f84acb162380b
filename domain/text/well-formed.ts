/** `toWellFormed`, which Firefox before 119 lacks: replaces each half of a surrogate pair with U+FFFD. */
export const toWellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, "\ufffd");
