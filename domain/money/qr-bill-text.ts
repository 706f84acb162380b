/**
 * Banks refuse QR-bills with characters outside the allowed set (SIX, Swiss Implementation Guidelines QR-bill 2.4,
 * 4.1.1).
 */
import { normaliseUnicode, toWellFormed } from "#domain/text/normal-form.ts";

/** Maximum number of characters per field (Implementation Guidelines QR-bill 2.4, 4.2.2). */
export const BILL_LENGTHS = { holder: 70, street: 70, buildingNumber: 16, place: 35 } as const;

/** The characters of the QR-bill standard, except the no-break space and the soft hyphen. */
const ALLOWED = /^[\u0020-\u007e\u00a1-\u00ac\u00ae-\u017f\u0218-\u021b\u20ac]*$/u;

const REPLACED = [
  ["‘’‚‛ʼ′", "'"],
  ["“”„‟″", '"'],
  ["‐‑‒–—―−", "-"],
  ["•", "·"],
  ["ẞ", "SS"],
] as const;

function toAllowed(char: string): string | null {
  const replaced = REPLACED.find(([chars]) => chars.includes(char))?.[1] ?? char;
  if (ALLOWED.test(replaced)) return replaced;
  const simple = normaliseUnicode(char, "NFKC");
  if (ALLOWED.test(simple)) return simple;
  const base = normaliseUnicode(char, "NFKD").replace(/\p{M}/gu, "");
  if (ALLOWED.test(base)) return base;
  return /[\p{L}\p{N}]/u.test(char) ? null : "";
}

const allowedCharsOf = (text: string) =>
  Array.from(normaliseUnicode(toWellFormed(text), "NFC").replace(/\s/gu, " "), toAllowed);
const join = (chars: readonly (string | null)[]) => chars.join("").replace(/\s+/g, " ").trim();

/** A text for the bill, cut to `max` characters. Simplifies or drops characters that are not allowed. */
export const toBillText = (text: string, max: number): string => join(allowedCharsOf(text)).slice(0, max).trimEnd();

/** Why a bill must change a text. Null if the bill can contain the text unchanged. */
export function billTextRefusal(text: string, max: number): "characters" | "length" | null {
  const chars = allowedCharsOf(text);
  const allowed = join(chars);
  if (chars.includes(null) || allowed === "") return "characters";
  return allowed.length > max ? "length" : null;
}

export const BILL_CHARACTERS_SENTENCE =
  "Écrivez ce champ en lettres latines\u00a0: la QR-facture n’en connaît pas d’autres.";
