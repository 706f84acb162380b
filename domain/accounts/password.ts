/** Which passwords may be chosen: the length of SPEC.md section 5, and the words around that. */
import * as z from "zod/mini";
import { SENTENCES } from "#domain/fields.ts";
import { normalForm, typedMax } from "#domain/text/normal-form.ts";

/** Characters of a password. The upper bound keeps what is hashed small. */
export const PASSWORD_LENGTHS = { min: 6, max: 128 } as const;

/** The most characters that are looked at to sign in: another site of a hosted project may have allowed long ones. */
export const SIGN_IN_PASSWORD_MAX = 4096;

export const PASSWORD_SENTENCES = {
  tooShort: `Choisissez au moins ${PASSWORD_LENGTHS.min} caractères.`,
  long: `Choisissez ${PASSWORD_LENGTHS.max} caractères au plus.`,
  common: "Ce mot de passe serait vite deviné. Choisissez par exemple trois mots qui n’ont rien à voir entre eux.",
} as const;

/** Stands below the field where one is chosen. */
export const PASSWORD_HINT = `Au moins ${PASSWORD_LENGTHS.min} caractères. Plusieurs mots se retiennent mieux qu’un mot compliqué.`;

/**
 * @param password as typed
 * @returns how many characters it has, counted as people count; the same for every keyboard that types it. What is much
 * too long is not counted, and has more than the most
 */
export const passwordLength = (password: string): number =>
  password.length > typedMax(PASSWORD_LENGTHS.max) ? password.length : [...normalForm(password, "NFKC")].length;

/**
 * Says why a password of such a length may not be chosen; whether it would be guessed soon is not asked here. Spaces
 * count and are kept: they are part of it.
 * @param password as typed
 * @returns one sentence, or null when its length is right
 */
export function passwordRefusal(password: string): string | null {
  if (password === "") return SENTENCES.required;
  const length = passwordLength(password);
  if (length < PASSWORD_LENGTHS.min) return PASSWORD_SENTENCES.tooShort;
  return length > PASSWORD_LENGTHS.max ? PASSWORD_SENTENCES.long : null;
}

/** @returns the schema of a form in which a password is chosen; whether it would be guessed soon is not asked there */
export const newPasswordSchema = () =>
  z.object({
    newPassword: z.string().check(
      z.superRefine((typed, context) => {
        const message = passwordRefusal(typed);
        if (message) context.addIssue({ code: "custom", message });
      }),
    ),
  });
