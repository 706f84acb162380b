/** Length of passwords (docs/specification.md section 5). */
import * as z from "zod/mini";
import { FIELD_SENTENCES, refusalCheck } from "#domain/fields.ts";
import { normaliseUnicode, typedLengthMax } from "#domain/text/normal-form.ts";

/** Shortest and longest password, in characters. The maximum limits the cost of hashing. */
export const PASSWORD_LENGTHS = { min: 6, max: 128 } as const;

/** Maximum length in characters. Accounts from Firebase may have long passwords. */
export const SIGN_IN_PASSWORD_MAX = 4096;

export const PASSWORD_SENTENCES = {
  tooShort: `Choisissez au moins ${PASSWORD_LENGTHS.min} caractères.`,
  long: `Choisissez ${PASSWORD_LENGTHS.max} caractères au plus.`,
  common: "Ce mot de passe serait vite deviné. Choisissez par exemple trois mots qui n’ont rien à voir entre eux.",
} as const;

export const PASSWORD_HINT = `Trois mots sans rapport, par exemple. Au moins ${PASSWORD_LENGTHS.min} caractères.`;

/** Length in characters after NFKC, because some keyboards send `é` as two characters. */
export const passwordLength = (password: string): number =>
  password.length > typedLengthMax(PASSWORD_LENGTHS.max)
    ? password.length
    : [...normaliseUnicode(password, "NFKC")].length;

/** Says in French why the length of a password is refused. Null if accepted. */
export function passwordRefusal(password: string): string | null {
  if (password === "") return FIELD_SENTENCES.required;
  const length = passwordLength(password);
  if (length < PASSWORD_LENGTHS.min) return PASSWORD_SENTENCES.tooShort;
  return length > PASSWORD_LENGTHS.max ? PASSWORD_SENTENCES.long : null;
}

/** Schema of a new password (docs/specification.md section 5). */
export const newPasswordSchema = () => z.object({ newPassword: z.string().check(refusalCheck(passwordRefusal)) });
