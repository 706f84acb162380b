import * as z from "zod/mini";
import { FIELD_LIMITS, optionalEmailSchema, optionalLineSchema, optionalPhoneSchema } from "./fields.ts";

/**
 * The contact details that the thank-you page of a sign-up asks for once. They are not part of the sign-up form, its
 * payload and its mail. Each may be empty.
 */
export type ContactDetails = Readonly<Record<(typeof CONTACT_DETAIL_NAMES)[number], string>>;

export const CONTACT_DETAIL_NAMES = ["email", "guardianName", "guardianPhone"] as const;

export const NO_CONTACT_DETAILS: ContactDetails = { email: "", guardianName: "", guardianPhone: "" };

/** Name of the form field with the token of the sign-up (usecases/contact-details.ts). */
export const SIGN_UP_TOKEN_FIELD = "inscription";

/** Data for the form on the thank-you page of a sign-up. `minor`: whether the form also asks for a parent. */
export type ContactDetailsQuestion = { readonly token: string; readonly minor: boolean };

export const CONTACT_DETAIL_LABELS: ContactDetails = {
  email: "E-mail, pour les convocations",
  guardianName: "Parent à joindre",
  guardianPhone: "Mobile du parent",
};

export const CONTACT_DETAIL_SENTENCES = {
  nothing: "Remplissez au moins un champ.",
  gone: "Cette inscription n’est plus là. Rien n’a été ajouté.",
  handled: "Le comité a déjà traité cette inscription. Rien n’a été ajouté.",
  written: "C’est déjà noté pour cette inscription, une fois pour toutes. Rien n’a été changé.",
} as const;

export const hasContactDetails = (details: ContactDetails): boolean =>
  CONTACT_DETAIL_NAMES.some((field) => details[field] !== "");

/** Schema of the form. An adult's form has only the e-mail. */
export const contactDetailsSchema = () =>
  z
    .object({
      email: optionalEmailSchema(),
      guardianName: optionalLineSchema(FIELD_LIMITS.nom),
      guardianPhone: optionalPhoneSchema(),
    })
    .check(
      z.refine(hasContactDetails, {
        path: ["email"],
        error: CONTACT_DETAIL_SENTENCES.nothing,
      }),
    );
