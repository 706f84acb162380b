/** Forms that ask for the password which somebody has. */
import * as z from "zod/mini";
import { LIMITS, requiredEmail, requiredLine, SENTENCES } from "#domain/fields.ts";
import { newPasswordSchema, SIGN_IN_PASSWORD_MAX } from "./password.ts";

/** @returns the schema of a password as it was chosen once: nothing is asked of it but to be there, and not endless */
const knownPassword = () =>
  z
    .string(SENTENCES.required)
    .check(
      z.minLength(1, SENTENCES.required),
      z.maxLength(SIGN_IN_PASSWORD_MAX, SENTENCES.tooLong(SIGN_IN_PASSWORD_MAX)),
    );

/** @returns the schema of the login (SPEC.md section 6); `username` is the address of an account, whatever it looks like */
export const signInSchema = () => z.object({ username: requiredLine(LIMITS.email), password: knownPassword() });

/** @returns the schema of the form that replaces a password; whether it would be guessed soon is not asked there */
export const passwordChangeSchema = () => z.object({ ...newPasswordSchema().shape, current: knownPassword() });

/** @returns the schema of the form that makes the first account of a site; whether it would be guessed soon is not asked there */
export const firstAccountSchema = () => z.object({ email: requiredEmail(), ...newPasswordSchema().shape });
