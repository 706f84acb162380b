import { normaliseUnicode } from "./text/normal-form.ts";

const LENGTH_MAX = 40;

/** The first word of a name, in NFC, without punctuation. `fallback` if the word is empty. */
export function firstWordForId(name: string, fallback: string): string {
  const word = normaliseUnicode(name, "NFC").trim().split(/\s+/)[0] ?? "";
  const safe = [...word.replace(/[^\p{L}\p{M}\p{N}'’-]/gu, "")].slice(0, LENGTH_MAX).join("");
  return safe || fallback;
}

/** Ids to try for a new document until one is free: `Fête0825`, `Fête0825-2`… (docs/specification.md section 3). */
export function* idCandidates(id: string): Generator<string, never> {
  yield id;
  for (let n = 2; ; n++) yield `${id}-${n}`;
}

/** Comparison key. Ids that differ only in case, in Unicode composition or in `ß`, `ẞ` and `ss` have the same key. */
export const identifierKey = (id: string): string =>
  normaliseUnicode(normaliseUnicode(id, "NFC").toLowerCase().toUpperCase().toLowerCase(), "NFC");
