import * as z from "zod/mini";
import { requiredEmail } from "#domain/fields.ts";

/** @returns the schema of the form that invites somebody to the committee */
export const invitationSchema = () => z.object({ email: requiredEmail() });
