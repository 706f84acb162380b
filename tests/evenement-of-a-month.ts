import { EMPTY_EVENEMENT, type EvenementFields } from "#domain/evenement.ts";

/** @returns the fields of an event of which only the month is known, but for what is given */
export const anEvenement = (fields: Partial<EvenementFields> = {}): EvenementFields => ({
  ...EMPTY_EVENEMENT,
  Nom: "Fête",
  Date: "2025-08",
  Lieu: "Savièse",
  ...fields,
});
