import * as z from "zod/mini";
import { emailObligatoire, LIMITES, messageObligatoire, texteObligatoire } from "./champs.ts";

/** What is kept of a contact message and mailed, value for value (SPEC.md section 3, contact payload). */
export type MessageContact = { nom: string; email: string; sujet: string; message: string };

/** @returns the schema of the contact form */
export const schemaMessageContact = () =>
  z.object({
    nom: texteObligatoire(LIMITES.nom),
    email: emailObligatoire(),
    sujet: texteObligatoire(),
    message: messageObligatoire(),
  });
