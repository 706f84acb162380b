import * as z from "zod/mini";
import { requiredEmail, requiredLine } from "#domain/fields.ts";

/** The most characters of what the owner of an account is called. */
export const FIRST_NAME_MAX = 40;

/** @returns the schema of what the owner of an account is called */
export const firstNameSchema = () => z.object({ firstName: requiredLine(FIRST_NAME_MAX) });

/** @returns the schema of the form that invites somebody to the committee */
export const invitationSchema = () => z.object({ firstName: requiredLine(FIRST_NAME_MAX), email: requiredEmail() });
