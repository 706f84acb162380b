import * as z from "zod/mini";
import { LIMITS, requiredEmail, requiredLine, requiredMessage } from "./fields.ts";

/** What is kept of a contact message and mailed, value for value (SPEC.md section 3, contact payload). */
export type ContactMessage = { nom: string; email: string; sujet: string; message: string };

/** @returns the schema of the contact form */
export const contactMessageSchema = () =>
  z.object({
    nom: requiredLine(LIMITS.nom),
    email: requiredEmail(),
    sujet: requiredLine(),
    message: requiredMessage(),
  });
