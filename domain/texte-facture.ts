/**
 * Text of a QR-bill. The standard allows 324 characters: Basic Latin, Latin-1, Latin Extended-A, `ȘșȚț` and `€`
 * (SIX, Swiss Implementation Guidelines QR-bill 2.4, in force since 14 November 2026, 4.1.1); a bank refuses a bill with any other.
 */
import { normalForm } from "./normal-form.ts";

/** The most characters of the account holder and of the parts of the address (same source, 4.2.2). */
export const LONGUEURS_FACTURE = { titulaire: 70, street: 70, buildingNumber: 16, lieu: 35 } as const;

/** The no-break space and the soft hyphen are allowed too, but mean nothing to a bank. */
const PERMIS = /^[\u0020-\u007e\u00a1-\u00ac\u00ae-\u017f\u0218-\u021b\u20ac]*$/u;

/** Signs that people type, and what stands for each of them. */
const REMPLACE = [
  ["‘’‚‛ʼ′", "'"],
  ["“”„‟″", '"'],
  ["‐‑‒–—―−", "-"],
  ["•", "·"],
  ["ẞ", "SS"],
] as const;

/** @returns what the bill shows for one character; null for a letter or figure that it has no sign for */
function enPermis(signe: string): string | null {
  const remplace = REMPLACE.find(([signes]) => signes.includes(signe))?.[1] ?? signe;
  if (PERMIS.test(remplace)) return remplace;
  const simple = normalForm(signe, "NFKC");
  if (PERMIS.test(simple)) return simple;
  const base = normalForm(signe, "NFKD").replace(/\p{M}/gu, "");
  if (PERMIS.test(base)) return base;
  return /[\p{L}\p{N}]/u.test(signe) ? null : "";
}

const signesDe = (texte: string) => Array.from(normalForm(texte.toWellFormed(), "NFC").replace(/\s/gu, " "), enPermis);
const assembler = (signes: readonly (string | null)[]) => signes.join("").replace(/\s+/g, " ").trim();

/**
 * @param texte any text
 * @param max characters that the field of the bill holds
 * @returns the text as the bill carries it: accents that the standard lacks are dropped, typographic signs become
 * plain ones, pictures vanish, what is too long is cut
 */
export const texteDeFacture = (texte: string, max: number): string =>
  assembler(signesDe(texte)).slice(0, max).trimEnd();

/**
 * Why a text cannot stand on a bill without saying something else there.
 * @returns null when it can
 */
export function refusDeFacture(texte: string, max: number): "signes" | "longueur" | null {
  const signes = signesDe(texte);
  const permis = assembler(signes);
  if (signes.includes(null) || permis === "") return "signes";
  return permis.length > max ? "longueur" : null;
}

export const PHRASE_SIGNES = "Écrivez ce champ en lettres latines\u00a0: la QR-facture n’en connaît pas d’autres.";
