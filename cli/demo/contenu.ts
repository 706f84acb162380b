/** The demo's people and parties: invented, named after grape varieties and places of the village. */
import type { ChampsEvenement } from "#domain/evenement.ts";
import type { ChampsMembre } from "#domain/membre.ts";

/** `dessin`: name of an SVG in the folder beside. */
type Demo<Champs> = readonly { readonly dessin: string; readonly champs: Champs }[];

export const MEMBRES: Demo<ChampsMembre> = [
  { dessin: "portrait-7", champs: { Prenom: "Camille", Nom: "Fendant", Poste: "Co-président" } },
  { dessin: "portrait-9", champs: { Prenom: "Maxime", Nom: "Cornalin", Poste: "Co-président" } },
  { dessin: "portrait-6", champs: { Prenom: "Mathieu", Nom: "Diolle", Poste: "Caissier" } },
  { dessin: "portrait-4", champs: { Prenom: "Élodie", Nom: "Muscat", Poste: "Secrétaire" } },
  { dessin: "portrait-5", champs: { Prenom: "Léa", Nom: "Sanetsch", Poste: "Réseaux Sociaux" } },
  { dessin: "portrait-3", champs: { Prenom: "Bastien", Nom: "Prabé", Poste: "Membre" } },
  { dessin: "portrait-1", champs: { Prenom: "Chloé", Nom: "Torrent", Poste: "Membre" } },
  { dessin: "portrait-8", champs: { Prenom: "Samuel", Nom: "Humagne", Poste: "Membre" } },
  { dessin: "portrait-2", champs: { Prenom: "Nicolas", Nom: "Granois", Poste: "Membre" } },
];

/** What is not said: month only, no film, taking place as announced. */
const SANS_PLUS = { Du: "", Au: "", Heure: "", AfterMovie: "", Etat: "" } as const;

export const EVENEMENTS: Demo<ChampsEvenement> = [
  {
    dessin: "affiche-loto",
    champs: {
      Nom: "Loto de la Jeunesse",
      Date: "2025-02",
      Lieu: "Halle des fêtes, Saint-Germain",
      ...SANS_PLUS,
      Du: "2025-02-08",
      Heure: "19:30",
    },
  },
  {
    dessin: "affiche-carnaval",
    champs: {
      Nom: "Carnaval",
      Date: "2025-03",
      Lieu: "Saint-Germain",
      ...SANS_PLUS,
      Du: "2025-03-01",
      Au: "2025-03-04",
    },
  },
  {
    dessin: "affiche-bisse",
    champs: {
      Nom: "Corvée du bisse",
      Date: "2025-04",
      Lieu: "Torrent-Neuf",
      ...SANS_PLUS,
      Du: "2025-04-12",
      Heure: "08:00",
      Etat: "reporte",
    },
  },
  {
    dessin: "affiche-rjv",
    champs: {
      Nom: "RJV 2025",
      Date: "2025-06",
      Lieu: "Savièse",
      ...SANS_PLUS,
      AfterMovie: "https://exemple.ch/after-movie-rjv-2025",
    },
  },
  {
    dessin: "affiche-aout",
    champs: {
      Nom: "Fête nationale",
      Date: "2025-08",
      Lieu: "Château de la Soie",
      ...SANS_PLUS,
      Du: "2025-08-01",
      Heure: "18:00",
    },
  },
  {
    dessin: "affiche-bal",
    champs: { Nom: "Bal de la mi-été", Date: "2025-08", Lieu: "Mayens de la Zour", ...SANS_PLUS },
  },
  { dessin: "affiche-brisolee", champs: { Nom: "Brisolée", Date: "2025-10", Lieu: "Ormône", ...SANS_PLUS } },
  {
    dessin: "affiche-noel",
    champs: {
      Nom: "Noël au village",
      Date: "2025-12",
      Lieu: "Place de Saint-Germain",
      ...SANS_PLUS,
      Du: "2025-12-13",
      Heure: "17:00",
    },
  },
];
