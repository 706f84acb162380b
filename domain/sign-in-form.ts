/** Forms that ask for the password which somebody has. */
import * as z from "zod/mini";
import { LIMITES, PHRASES, texteObligatoire } from "./champs.ts";
import { newPasswordSchema, SIGN_IN_PASSWORD_MAX } from "./mot-de-passe.ts";

/** @returns the schema of a password as it was chosen once: nothing is asked of it but to be there, and not endless */
const knownPassword = () =>
  z
    .string(PHRASES.obligatoire)
    .check(
      z.minLength(1, PHRASES.obligatoire),
      z.maxLength(SIGN_IN_PASSWORD_MAX, PHRASES.tropLong(SIGN_IN_PASSWORD_MAX)),
    );

/** @returns the schema of the login (SPEC.md section 6); `username` is the address of an account, whatever it looks like */
export const signInSchema = () => z.object({ username: texteObligatoire(LIMITES.email), password: knownPassword() });

/** @returns the schema of the form that replaces a password; whether it would be guessed soon is not asked there */
export const passwordChangeSchema = () => z.object({ ...newPasswordSchema().shape, actuel: knownPassword() });
