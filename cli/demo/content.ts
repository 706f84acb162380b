/** The demo's people and parties: invented, named after grape varieties and places of the village. */
import { EMPTY_EVENEMENT, type EvenementFields } from "#domain/evenement.ts";
import type { MembreFields } from "#domain/membre.ts";

/** `drawing`: name of an SVG in the folder beside. */
type Demo<Fields> = readonly { readonly drawing: string; readonly fields: Fields }[];

export const MEMBRES: Demo<MembreFields> = [
  { drawing: "portrait-7", fields: { Prenom: "Camille", Nom: "Fendant", Poste: "Co-président" } },
  { drawing: "portrait-9", fields: { Prenom: "Maxime", Nom: "Cornalin", Poste: "Co-président" } },
  { drawing: "portrait-6", fields: { Prenom: "Mathieu", Nom: "Diolle", Poste: "Caissier" } },
  { drawing: "portrait-4", fields: { Prenom: "Élodie", Nom: "Muscat", Poste: "Secrétaire" } },
  { drawing: "portrait-5", fields: { Prenom: "Léa", Nom: "Sanetsch", Poste: "Réseaux Sociaux" } },
  { drawing: "portrait-3", fields: { Prenom: "Bastien", Nom: "Prabé", Poste: "Membre" } },
  { drawing: "portrait-1", fields: { Prenom: "Chloé", Nom: "Torrent", Poste: "Membre" } },
  { drawing: "portrait-8", fields: { Prenom: "Samuel", Nom: "Humagne", Poste: "Membre" } },
  { drawing: "portrait-2", fields: { Prenom: "Nicolas", Nom: "Granois", Poste: "Membre" } },
];

export const EVENEMENTS: Demo<EvenementFields> = [
  {
    drawing: "affiche-loto",
    fields: {
      ...EMPTY_EVENEMENT,
      Nom: "Loto de la Jeunesse",
      Date: "2025-02",
      Lieu: "Halle des fêtes, Saint-Germain",
      FirstDay: "2025-02-08",
      StartTime: "19:30",
    },
  },
  {
    drawing: "affiche-carnaval",
    fields: {
      ...EMPTY_EVENEMENT,
      Nom: "Carnaval",
      Date: "2025-03",
      Lieu: "Saint-Germain",
      FirstDay: "2025-03-01",
      LastDay: "2025-03-04",
    },
  },
  {
    drawing: "affiche-bisse",
    fields: {
      ...EMPTY_EVENEMENT,
      Nom: "Corvée du bisse",
      Date: "2025-04",
      Lieu: "Torrent-Neuf",
      FirstDay: "2025-04-12",
      StartTime: "08:00",
      State: "reporte",
    },
  },
  {
    drawing: "affiche-rjv",
    fields: {
      ...EMPTY_EVENEMENT,
      Nom: "RJV 2025",
      Date: "2025-06",
      Lieu: "Savièse",
      AfterMovie: "https://exemple.ch/after-movie-rjv-2025",
    },
  },
  {
    drawing: "affiche-aout",
    fields: {
      ...EMPTY_EVENEMENT,
      Nom: "Fête nationale",
      Date: "2025-08",
      Lieu: "Château de la Soie",
      FirstDay: "2025-08-01",
      StartTime: "18:00",
    },
  },
  {
    drawing: "affiche-bal",
    fields: { ...EMPTY_EVENEMENT, Nom: "Bal de la mi-été", Date: "2025-08", Lieu: "Mayens de la Zour" },
  },
  { drawing: "affiche-brisolee", fields: { ...EMPTY_EVENEMENT, Nom: "Brisolée", Date: "2025-10", Lieu: "Ormône" } },
  {
    drawing: "affiche-noel",
    fields: {
      ...EMPTY_EVENEMENT,
      Nom: "Noël au village",
      Date: "2025-12",
      Lieu: "Place de Saint-Germain",
      FirstDay: "2025-12-13",
      StartTime: "17:00",
    },
  },
];
