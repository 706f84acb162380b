import * as z from "zod/mini";
import { FIELD_LIMITS, requiredEmailSchema, requiredLineSchema, requiredMultilineSchema } from "./fields.ts";

/** Payload of a contact message (docs/specification.md section 3). */
export type ContactMessage = { name: string; email: string; subject: string; message: string };

/** Schema of the contact form. Returns the payload of docs/specification.md section 3. */
export const contactMessageSchema = () =>
  z.pipe(
    z.object({
      nom: requiredLineSchema(FIELD_LIMITS.nom),
      email: requiredEmailSchema(),
      sujet: requiredLineSchema(),
      message: requiredMultilineSchema(),
    }),
    z.transform(({ nom, email, sujet, message }): ContactMessage => ({ name: nom, email, subject: sujet, message })),
  );
