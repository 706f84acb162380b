/** Which passwords may be chosen: the rule of SPEC.md section 5, and none that would be guessed first. */
import { PHRASES } from "./champs.ts";
import { MOTS_COURANTS } from "./mots-de-passe-courants.ts";
import { normalForm, typedMax } from "./normal-form.ts";

/** Characters of a password. The upper bound keeps what is hashed small. */
export const LONGUEURS_MOT_DE_PASSE = { min: 6, max: 128 } as const;

/** The most characters that are looked at to sign in: another site of a hosted project may have allowed long ones. */
export const SIGN_IN_PASSWORD_MAX = 4096;

export const PHRASES_MOT_DE_PASSE = {
  court: `Choisissez au moins ${LONGUEURS_MOT_DE_PASSE.min} caractères.`,
  long: `Choisissez ${LONGUEURS_MOT_DE_PASSE.max} caractères au plus.`,
  courant: "Ce mot de passe serait vite deviné. Choisissez par exemple trois mots qui n’ont rien à voir entre eux.",
} as const;

/** Stands below the field where one is chosen. */
export const AIDE_MOT_DE_PASSE = `Au moins ${LONGUEURS_MOT_DE_PASSE.min} caractères. Plusieurs mots se retiennent mieux qu’un mot compliqué.`;

/** Neighbours on a keyboard, in the alphabet, among the digits. */
const SUITES = ["abcdefghijklmnopqrstuvwxyz", "azertyuiop", "qwertzuiop", "qsdfghjklm", "01234567890", "1qaz2wsx3edc"];

/**
 * @param motDePasse as typed
 * @returns how many characters it has, counted as people count; the same for every keyboard that types it. What is much
 * too long is not counted, and has more than the most
 */
export const longueurDuMotDePasse = (motDePasse: string): number =>
  motDePasse.length > typedMax(LONGUEURS_MOT_DE_PASSE.max)
    ? motDePasse.length
    : [...normalForm(motDePasse, "NFKC")].length;

/** Without case, accents and separators. */
const plier = (texte: string): string =>
  normalForm(texte, "NFKD")
    .toLowerCase()
    .replace(/[\p{Mn}\s._@+-]/gu, "");

const sansBords = (texte: string): string => texte.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "");

const aLEnvers = (texte: string): string => [...texte].reverse().join("");

const estSuite = (plie: string): boolean =>
  SUITES.some((suite) => suite.includes(plie) || aLEnvers(suite).includes(plie)) || /^(.{1,3})\1+.?$/u.test(plie);

/** The names that an address carries: whole, its local part, and the words of that. */
function nomsDans(email: string): Set<string> {
  const local = email.split("@", 1)[0] ?? "";
  const mots = local.split(/[^\p{L}]+/u).filter((mot) => mot.length >= 3);
  return new Set([email, local, ...mots, mots.join(""), mots.toReversed().join("")].map(plier).filter(Boolean));
}

/** Whether somebody who guesses would be there soon: a usual word, a row of keys, or the person's own name. */
function estCourant(motDePasse: string, email: string): boolean {
  const plie = plier(motDePasse);
  const coeur = sansBords(plie);
  const noms = nomsDans(email);
  return estSuite(plie) || MOTS_COURANTS.has(coeur) || noms.has(plie) || noms.has(coeur);
}

/**
 * Says why a password may not be chosen. Spaces count and are kept: they are part of it.
 * @param motDePasse as typed
 * @param email address of the account, whose own name is refused
 * @returns one sentence, or null when it may be chosen
 */
export function refusDuMotDePasse(motDePasse: string, email: string): string | null {
  if (motDePasse === "") return PHRASES.obligatoire;
  const longueur = longueurDuMotDePasse(motDePasse);
  if (longueur < LONGUEURS_MOT_DE_PASSE.min) return PHRASES_MOT_DE_PASSE.court;
  if (longueur > LONGUEURS_MOT_DE_PASSE.max) return PHRASES_MOT_DE_PASSE.long;
  return estCourant(motDePasse, email) ? PHRASES_MOT_DE_PASSE.courant : null;
}
