import { EMPTY_EVENEMENT, type EvenementFields } from "#domain/evenement.ts";

/** @returns the fields of an event of which only the month is known, but for what is given */
export const anEvenement = (fields: Partial<EvenementFields> = {}): EvenementFields => ({
  ...EMPTY_EVENEMENT,
  name: "Fête",
  month: "2025-08",
  place: "Savièse",
  ...fields,
});
