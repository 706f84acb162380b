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
    EndTime: "23:00",
    Lieu: "Halle",
    Details: "Dix tours.\n\nhttps://exemple.ch/loto",
    Price: "CHF 15.–, étudiants 10.–",
    MinimumAge: "16",
    Tickets: "https://exemple.ch/billets",
    Contact: "Ana, 079 123 45 67",
    AfterMovie: "https://exemple.ch/film",
    State: "annule",
    Publication: "2025-10-01T16:00:00.000Z",
  },
};
