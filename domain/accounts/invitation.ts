import * as z from "zod/mini";
import { requiredEmail, requiredLine } from "#domain/fields.ts";

export const FIRST_NAME_MAX = 40;

export const firstNameSchema = () => z.object({ firstName: requiredLine(FIRST_NAME_MAX) });

export const invitationSchema = () => z.object({ firstName: requiredLine(FIRST_NAME_MAX), email: requiredEmail() });
