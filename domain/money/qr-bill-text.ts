/**
 * Text of a QR-bill. The standard allows 324 characters: Basic Latin, Latin-1, Latin Extended-A, `ȘșȚț` and `€`
 * (SIX, Swiss Implementation Guidelines QR-bill 2.4, in force since 14 November 2026, 4.1.1); a bank refuses a bill with any other.
 */
import { normalForm } from "#domain/text/normal-form.ts";

/** The most characters of the account holder and of the parts of the address (same source, 4.2.2). */
export const BILL_LENGTHS = { holder: 70, street: 70, buildingNumber: 16, place: 35 } as const;

/** The no-break space and the soft hyphen are allowed too, but mean nothing to a bank. */
const ALLOWED = /^[\u0020-\u007e\u00a1-\u00ac\u00ae-\u017f\u0218-\u021b\u20ac]*$/u;

/** Signs that people type, and what stands for each of them. */
const REPLACED = [
  ["‘’‚‛ʼ′", "'"],
  ["“”„‟″", '"'],
  ["‐‑‒–—―−", "-"],
  ["•", "·"],
  ["ẞ", "SS"],
] as const;

/** @returns what the bill shows for one character; null for a letter or figure that it has no sign for */
function toAllowed(char: string): string | null {
  const replaced = REPLACED.find(([chars]) => chars.includes(char))?.[1] ?? char;
  if (ALLOWED.test(replaced)) return replaced;
  const simple = normalForm(char, "NFKC");
  if (ALLOWED.test(simple)) return simple;
  const base = normalForm(char, "NFKD").replace(/\p{M}/gu, "");
  if (ALLOWED.test(base)) return base;
  return /[\p{L}\p{N}]/u.test(char) ? null : "";
}

const allowedCharsOf = (text: string) =>
  Array.from(normalForm(text.toWellFormed(), "NFC").replace(/\s/gu, " "), toAllowed);
const join = (chars: readonly (string | null)[]) => chars.join("").replace(/\s+/g, " ").trim();

/**
 * @param text any text
 * @param max characters that the field of the bill holds
 * @returns the text as the bill carries it: accents that the standard lacks are dropped, typographic signs become
 * plain ones, pictures vanish, what is too long is cut
 */
export const billText = (text: string, max: number): string => join(allowedCharsOf(text)).slice(0, max).trimEnd();

/**
 * Why a text cannot stand on a bill without saying something else there.
 * @returns null when it can
 */
export function billTextRefusal(text: string, max: number): "characters" | "length" | null {
  const chars = allowedCharsOf(text);
  const allowed = join(chars);
  if (chars.includes(null) || allowed === "") return "characters";
  return allowed.length > max ? "length" : null;
}

export const CHARACTERS_SENTENCE =
  "Écrivez ce champ en lettres latines\u00a0: la QR-facture n’en connaît pas d’autres.";
