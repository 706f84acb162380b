import * as z from "zod/mini";
import { requiredEmail, requiredLine } from "#domain/fields.ts";

export const FIRST_NAME_MAX = 40;

/** Schema of a form with a first name only. */
export const firstNameSchema = () => z.object({ firstName: requiredLine(FIRST_NAME_MAX) });

/** Schema of an invitation: first name and e-mail address. */
export const invitationSchema = () => z.object({ firstName: requiredLine(FIRST_NAME_MAX), email: requiredEmail() });
