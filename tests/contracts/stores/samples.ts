import type { EvenementFields } from "#domain/evenement.ts";
import { anEvenement } from "#tests/evenement-of-a-month.ts";

/** Two of each, for the contract of documents. */
export const MEMBRES = {
  example: { Prenom: "Ana", Nom: "Dupont", Poste: "Membre" },
  other: { Prenom: "Léo", Nom: "Varone", Poste: "Caissier" },
};

export const EVENEMENTS: { example: EvenementFields; other: EvenementFields } = {
  example: anEvenement({ Nom: "Fête d’été" }),
  other: {
    Nom: "Loto",
    Date: "2025-11",
    FirstDay: "2025-11-08",
    LastDay: "2025-11-09",
    StartTime: "19:30",
    Lieu: "Halle",
    AfterMovie: "https://exemple.ch/film",
    State: "annule",
  },
};
