/** Fictional content: the names of people are grape varieties and places of the village. */
import type { CommitteeMemberFields } from "#domain/committee-member.ts";
import { EMPTY_EVENT, type EventFields } from "#domain/events/planned-event.ts";

/** `drawing`: file name without `.svg`, in posters/ or portraits/. */
type Demo<Fields> = { readonly drawing: string; readonly fields: Fields };

/** `coming`: further fields of the same event in the coming months, in addition to its fields of 2025. */
type DemoEvent = Demo<EventFields> & { readonly coming: Partial<EventFields> };

const event = (drawing: string, fields: Partial<EventFields>, coming: Partial<EventFields> = {}): DemoEvent => ({
  drawing,
  fields: { ...EMPTY_EVENT, ...fields },
  coming,
});

const TICKETS = "https://exemple.ch/billets";

export const DEMO_COMMITTEE: readonly Demo<CommitteeMemberFields>[] = [
  {
    drawing: "portrait-7",
    fields: { firstName: "Camille", lastName: "Fendant", role: "Co-président", displayedRole: "Co-présidente" },
  },
  {
    drawing: "portrait-9",
    fields: { firstName: "Maxime", lastName: "Cornalin", role: "Co-président", displayedRole: "" },
  },
  { drawing: "portrait-6", fields: { firstName: "Mathieu", lastName: "Diolle", role: "Caissier", displayedRole: "" } },
  { drawing: "portrait-4", fields: { firstName: "Élodie", lastName: "Muscat", role: "Secrétaire", displayedRole: "" } },
  {
    drawing: "portrait-5",
    fields: { firstName: "Léa", lastName: "Sanetsch", role: "Réseaux Sociaux", displayedRole: "" },
  },
  { drawing: "portrait-3", fields: { firstName: "Bastien", lastName: "Prabé", role: "Membre", displayedRole: "" } },
  { drawing: "portrait-1", fields: { firstName: "Chloé", lastName: "Torrent", role: "Membre", displayedRole: "" } },
  { drawing: "portrait-8", fields: { firstName: "Samuel", lastName: "Humagne", role: "Membre", displayedRole: "" } },
  { drawing: "portrait-2", fields: { firstName: "Nicolas", lastName: "Granois", role: "Membre", displayedRole: "" } },
];

export const DEMO_EVENTS = [
  event(
    "affiche-loto",
    {
      name: "Loto de la Jeunesse",
      month: "2025-02",
      place: "Halle des fêtes, Saint-Germain",
      firstDay: "2025-02-08",
      startTime: "19:30",
      endTime: "23:30",
      price: "CHF 10.– la carte, CHF 25.– les trois",
      minimumAge: "16",
      details:
        "Vingt tours, des bons d’achat et des paniers du village.\n\nLes portes ouvrent une heure avant\u00a0; la cantine sert jusqu’au dernier tour.",
    },
    { tickets: TICKETS },
  ),
  event(
    "affiche-carnaval",
    {
      name: "Carnaval",
      month: "2025-03",
      place: "Saint-Germain",
      firstDay: "2025-03-01",
      lastDay: "2025-03-04",
      startTime: "20:00",
      price: "CHF 15.–, en costume CHF 10.–",
      minimumAge: "16",
      details: "Quatre soirs de guggens et de masques sous la tente.\n\nLe cortège des enfants part le mardi à 14 h.",
    },
    { tickets: TICKETS },
  ),
  event(
    "affiche-bisse",
    {
      name: "Corvée du bisse",
      month: "2025-04",
      place: "Torrent-Neuf",
      firstDay: "2025-04-26",
      startTime: "08:00",
      endTime: "16:00",
      status: "reporte",
      previousDates: "2025-04-12",
      price: "Gratuit, dîner offert",
      minimumAge: "16",
      details: "Pelles et pioches sont sur place. Prenez des gants, de bonnes chaussures et de quoi boire.",
    },
    { tickets: TICKETS },
  ),
  event("affiche-rjv", {
    name: "RJV 2025",
    month: "2025-06",
    place: "Savièse",
    afterMovie: "https://exemple.ch/after-movie-rjv-2025",
  }),
  event("affiche-aout", {
    name: "Fête nationale",
    month: "2025-08",
    place: "Château de la Soie",
    firstDay: "2025-08-01",
    startTime: "18:00",
    price: "Entrée libre",
    details: "Grillades dès 18 h, feu à la tombée de la nuit.",
  }),
  event(
    "affiche-bal",
    {
      name: "Bal de la mi-été",
      month: "2025-08",
      place: "Mayens de la Zour",
      price: "CHF 10.–",
      minimumAge: "18",
    },
    { tickets: TICKETS },
  ),
  event("affiche-brisolee", {
    name: "Brisolée",
    month: "2025-10",
    place: "Ormône",
    status: "reporte",
    previousDates: "2025-10",
    notice: "Les châtaignes ont du retard\u00a0: la date suivra.",
  }),
  event(
    "affiche-noel",
    {
      name: "Noël au village",
      month: "2025-12",
      place: "Place de Saint-Germain",
      firstDay: "2025-12-13",
      startTime: "17:00",
      endTime: "22:00",
      price: "CHF 12.–, enfants CHF 6.–",
      minimumAge: "16",
      details:
        "Vin chaud, raclette et chants au pied de l’église.\n\nLe billet comprend une raclette et une tasse, qui est à vous.",
    },
    { tickets: TICKETS },
  ),
];
