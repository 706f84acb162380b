import type { Erreurs } from "#domain/champs.ts";

/** Name of the field in which the password is typed again. */
export const CONFIRMATION = "confirmation";

/** @returns whether a form was answered with the question for the password */
export const asksPassword = (erreurs: Erreurs | undefined): boolean =>
  erreurs !== undefined && Object.hasOwn(erreurs, CONFIRMATION);
