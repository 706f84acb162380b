import type { FieldErrors } from "#domain/fields.ts";

/** Name of the field in which the password is typed again. */
export const CONFIRMATION = "confirmation";

/** @returns whether a form was answered with the question for the password */
export const isPasswordAsked = (errors: FieldErrors | undefined): boolean =>
  errors !== undefined && Object.hasOwn(errors, CONFIRMATION);
