import type { ChampsEvenement } from "#domain/evenement.ts";
import { unEvenement } from "#tests/evenements.ts";

/** Two of each, for the contract of documents. */
export const MEMBRES = {
  exemple: { Prenom: "Ana", Nom: "Dupont", Poste: "Membre" },
  autre: { Prenom: "Léo", Nom: "Varone", Poste: "Caissier" },
};

export const EVENEMENTS: { exemple: ChampsEvenement; autre: ChampsEvenement } = {
  exemple: unEvenement({ Nom: "Fête d’été" }),
  autre: {
    Nom: "Loto",
    Date: "2025-11",
    Du: "2025-11-08",
    Au: "2025-11-09",
    Heure: "19:30",
    Lieu: "Halle",
    AfterMovie: "https://exemple.ch/film",
    Etat: "annule",
  },
};
