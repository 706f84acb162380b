import { normalForm } from "./text/normal-form.ts";

/** Longest first word that goes into an identifier. */
const LENGTH_MAX = 40;

/**
 * The first word of a name, reduced to what is safe in a URL segment and a folder name:
 * letters, digits, hyphen and apostrophe, composed (NFC).
 * @param name a name as a person typed it
 * @param fallback what to use when nothing is left of it (a name made of signs only)
 */
export function firstWord(name: string, fallback: string): string {
  const word = normalForm(name, "NFC").trim().split(/\s+/)[0] ?? "";
  const safe = [...word.replace(/[^\p{L}\p{M}\p{N}'’-]/gu, "")].slice(0, LENGTH_MAX).join("");
  return safe || fallback;
}

/**
 * The identifiers to try for a new document, best first: `Fête0825`, `Fête0825-2`, `Fête0825-3`…
 * (PRODUCT.md, "identifiers": nothing is ever overwritten silently).
 */
export function* candidates(id: string): Generator<string, never> {
  yield id;
  for (let n = 2; ; n++) yield `${id}-${n}`;
}

/**
 * @param text a segment of a URL
 * @returns whether this site may have given it, so that it can stand in a path as it is
 */
export const isIdentifier = (text: string): boolean =>
  text.length <= 200 && /^[\p{L}\p{M}\p{N}'’-][\p{L}\p{M}\p{N}'’ -]*$/u.test(text);

/**
 * What makes an identifier one of its kind: identifiers with the same key differ in case or Unicode composition only
 * (`ß` and `SS` are one as well), and no two documents of a collection have such.
 * @returns the key; never shown, only compared
 */
export const identifierKey = (id: string): string =>
  normalForm(normalForm(id, "NFC").toUpperCase().toLowerCase(), "NFC");
