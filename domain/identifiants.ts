import { normalForm } from "./normal-form.ts";

/** Longest first word that goes into an identifier. */
const LONGUEUR_MAX = 40;

/**
 * The first word of a name, reduced to what is safe in a URL segment and a folder name:
 * letters, digits, hyphen and apostrophe, composed (NFC).
 * @param nom a name as a person typed it
 * @param faute what to use when nothing is left of it (a name made of signs only)
 */
export function premierMot(nom: string, faute: string): string {
  const mot = normalForm(nom, "NFC").trim().split(/\s+/)[0] ?? "";
  const sur = [...mot.replace(/[^\p{L}\p{M}\p{N}'’-]/gu, "")].slice(0, LONGUEUR_MAX).join("");
  return sur || faute;
}

/**
 * The identifiers to try for a new document, best first: `Fête0825`, `Fête0825-2`, `Fête0825-3`…
 * (PRODUCT.md, "identifiers": nothing is ever overwritten silently).
 */
export function* candidats(id: string): Generator<string, never> {
  yield id;
  for (let n = 2; ; n++) yield `${id}-${n}`;
}

/**
 * @param texte a segment of a URL
 * @returns whether this site may have given it, so that it can stand in a path as it is
 */
export const estIdentifiant = (texte: string): boolean =>
  texte.length <= 200 && /^[\p{L}\p{M}\p{N}'’-][\p{L}\p{M}\p{N}'’ -]*$/u.test(texte);

/**
 * An existing project has identifiers that nobody here would give: `Fête #2`, `St. Germain, 2025 ?`.
 * @param texte a segment of a URL or of an object's name, percent-decoded
 * @returns whether it can be one: nothing that leads out of its folder, and nothing that cannot stand in an address
 */
export const estSegment = (texte: string): boolean =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is looked for.
  texte.length > 0 && texte.length <= 500 && texte.isWellFormed() && !/^\.{1,2}$|[/\\\u0000-\u001f]/.test(texte);

/**
 * What makes an identifier one of its kind: identifiers with the same key differ in case or Unicode composition only
 * (`ß` and `SS` are one as well), and no two documents of a collection have such.
 * @returns the key; never shown, only compared
 */
export const cleDIdentifiant = (id: string): string =>
  normalForm(normalForm(id, "NFC").toUpperCase().toLowerCase(), "NFC");
