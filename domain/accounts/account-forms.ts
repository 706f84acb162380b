import * as z from "zod/mini";
import { FIELD_LIMITS, FIELD_SENTENCES, requiredEmailSchema, requiredLineSchema } from "#domain/fields.ts";
import { newPasswordSchema, SIGN_IN_PASSWORD_MAX } from "./password.ts";

export const FIRST_NAME_MAX = 40;

/** Schema of a form that asks for a first name only. */
export const firstNameSchema = () => z.object({ firstName: requiredLineSchema(FIRST_NAME_MAX) });

/** Schema of an invitation: first name and e-mail address. */
export const invitationSchema = () => z.object({ ...firstNameSchema().shape, email: requiredEmailSchema() });

/** Schema of the sign-in form (docs/specification.md section 6). `username` need not be an e-mail address. */
export const signInSchema = () =>
  z.object({ username: requiredLineSchema(FIELD_LIMITS.email), password: knownPassword() });

/** Schema of a password change: the current and the new password. */
export const passwordChangeSchema = () => z.object({ ...newPasswordSchema().shape, current: knownPassword() });

/** Schema of the first account: e-mail address and password. */
export const firstAccountSchema = () => z.object({ email: requiredEmailSchema(), ...newPasswordSchema().shape });

const knownPassword = () =>
  z
    .string(FIELD_SENTENCES.required)
    .check(
      z.minLength(1, FIELD_SENTENCES.required),
      z.maxLength(SIGN_IN_PASSWORD_MAX, FIELD_SENTENCES.tooLong(SIGN_IN_PASSWORD_MAX)),
    );
