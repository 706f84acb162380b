import * as z from "zod/mini";
import { FIELD_LIMITS, requiredEmail, requiredLine, requiredMultiline } from "./fields.ts";

/** Payload of a contact message (docs/specification.md section 3). */
export type ContactMessage = { name: string; email: string; subject: string; message: string };

/** Schema of the contact form. Returns the payload of docs/specification.md section 3. */
export const contactMessageSchema = () =>
  z.pipe(
    z.object({
      nom: requiredLine(FIELD_LIMITS.nom),
      email: requiredEmail(),
      sujet: requiredLine(),
      message: requiredMultiline(),
    }),
    z.transform(({ nom, email, sujet, message }): ContactMessage => ({ name: nom, email, subject: sujet, message })),
  );
