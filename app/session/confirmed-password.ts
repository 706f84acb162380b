import type { FieldErrors } from "#domain/fields.ts";

/** Name of the password field of a confirmation. */
export const CONFIRMATION = "confirmation";

/** @returns whether an action asked for the password */
export const isPasswordAsked = (errors: FieldErrors | undefined): boolean =>
  errors !== undefined && Object.hasOwn(errors, CONFIRMATION);
