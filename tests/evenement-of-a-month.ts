import type { EvenementFields } from "#domain/evenement.ts";

/** @returns the fields of an event of which only the month is known, but for what is given */
export const anEvenement = (fields: Partial<EvenementFields> = {}): EvenementFields => ({
  Nom: "Fête",
  Date: "2025-08",
  FirstDay: "",
  LastDay: "",
  StartTime: "",
  Lieu: "Savièse",
  AfterMovie: "",
  State: "",
  ...fields,
});
