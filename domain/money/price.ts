const NUMBER = /(\d{1,3}(?:['’]\d{3})|\d{1,6})(?:[.,](\d{1,2}))?(?!['’]?\d)/.source;
const CURRENCY_FIRST = `\\b(?:CHF|Fr\\.?)\\s*${NUMBER}`;
const CURRENCY_LAST = `(?<![\\d.,'’])${NUMBER}(?:[.,]?[–-])?\\s*(?:CHF|francs?|fr)\\b`;
const AMOUNT = new RegExp(`${CURRENCY_FIRST}|${CURRENCY_LAST}`, "i");

/** A text with digits is not free for all visitors: « gratuit, 10.- dès 16 ans ». */
const FREE = /^\D*\b(?:gratuite?|libre)\b\D*$/i;

/** The first price in a text, in francs for schema.org: `15`, `7.50`. `0` if free. Null if unknown. */
export function priceIn(text: string): string | null {
  const parts = AMOUNT.exec(text);
  if (!parts) return FREE.test(text) ? "0" : null;
  const francs = Number((parts[1] ?? parts[3] ?? "").replace(/['’]/, ""));
  const centimes = (parts[2] ?? parts[4] ?? "").padEnd(2, "0");
  return centimes === "00" ? String(francs) : `${francs}.${centimes}`;
}
