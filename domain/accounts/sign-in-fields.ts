import * as z from "zod/mini";
import { LIMITS, requiredEmail, requiredLine, SENTENCES } from "#domain/fields.ts";
import { newPasswordSchema, SIGN_IN_PASSWORD_MAX } from "./password.ts";

const knownPassword = () =>
  z
    .string(SENTENCES.required)
    .check(
      z.minLength(1, SENTENCES.required),
      z.maxLength(SIGN_IN_PASSWORD_MAX, SENTENCES.tooLong(SIGN_IN_PASSWORD_MAX)),
    );

/** Schema of the sign-in form (docs/specification.md section 6); `username` need not be a valid e-mail address. */
export const signInSchema = () => z.object({ username: requiredLine(LIMITS.email), password: knownPassword() });

/** Schema of a password change: the current password and the new one. */
export const passwordChangeSchema = () => z.object({ ...newPasswordSchema().shape, current: knownPassword() });

/** Schema of the first account: its e-mail address and its password. */
export const firstAccountSchema = () => z.object({ email: requiredEmail(), ...newPasswordSchema().shape });
