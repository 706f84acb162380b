/** Which passwords may be chosen: the length of SPEC.md section 5, and the words around that. */
import * as z from "zod/mini";
import { PHRASES } from "./champs.ts";
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

/**
 * @param motDePasse as typed
 * @returns how many characters it has, counted as people count; the same for every keyboard that types it. What is much
 * too long is not counted, and has more than the most
 */
export const longueurDuMotDePasse = (motDePasse: string): number =>
  motDePasse.length > typedMax(LONGUEURS_MOT_DE_PASSE.max)
    ? motDePasse.length
    : [...normalForm(motDePasse, "NFKC")].length;

/**
 * Says why a password of such a length may not be chosen; whether it would be guessed soon is not asked here. Spaces
 * count and are kept: they are part of it.
 * @param motDePasse as typed
 * @returns one sentence, or null when its length is right
 */
export function refusDuMotDePasse(motDePasse: string): string | null {
  if (motDePasse === "") return PHRASES.obligatoire;
  const longueur = longueurDuMotDePasse(motDePasse);
  if (longueur < LONGUEURS_MOT_DE_PASSE.min) return PHRASES_MOT_DE_PASSE.court;
  return longueur > LONGUEURS_MOT_DE_PASSE.max ? PHRASES_MOT_DE_PASSE.long : null;
}

/** @returns the schema of a form in which a password is chosen; whether it would be guessed soon is not asked there */
export const newPasswordSchema = () =>
  z.object({
    nouveau: z.string().check(
      z.superRefine((typed, context) => {
        const message = refusDuMotDePasse(typed);
        if (message) context.addIssue({ code: "custom", message });
      }),
    ),
  });
