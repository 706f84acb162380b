import type { ChampsEvenement } from "#domain/evenement.ts";

/** @returns the fields of an event of which only the month is known, but for what is given */
export const unEvenement = (champs: Partial<ChampsEvenement> = {}): ChampsEvenement => ({
  Nom: "Fête",
  Date: "2025-08",
  Du: "",
  Au: "",
  Heure: "",
  Lieu: "Savièse",
  AfterMovie: "",
  Etat: "",
  ...champs,
});
