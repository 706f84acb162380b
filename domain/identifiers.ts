import { normalForm } from "./text/normal-form.ts";

const LENGTH_MAX = 40;

/** The letters, digits, apostrophes and hyphens of a name’s first word, in NFC; `fallback` if none is left. */
export function firstWord(name: string, fallback: string): string {
  const word = normalForm(name, "NFC").trim().split(/\s+/)[0] ?? "";
  const safe = [...word.replace(/[^\p{L}\p{M}\p{N}'’-]/gu, "")].slice(0, LENGTH_MAX).join("");
  return safe || fallback;
}

/** Ids to try for a new document until one is free: `Fête0825`, `Fête0825-2`… (docs/specification.md section 3). */
export function* candidates(id: string): Generator<string, never> {
  yield id;
  for (let n = 2; ; n++) yield `${id}-${n}`;
}

/** Comparison key, unique in a collection: ignores case and Unicode composition of the id, and treats `ß` as `ss`. */
export const identifierKey = (id: string): string =>
  normalForm(normalForm(id, "NFC").toUpperCase().toLowerCase(), "NFC");
