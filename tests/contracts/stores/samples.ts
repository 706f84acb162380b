import type { EventFields } from "#domain/events/planned-event.ts";
import { anEvent } from "#tests/event-of-a-month.ts";

/** Two of each, for the contract of documents. */
export const MEMBRES = {
  example: { firstName: "Ana", lastName: "Dupont", role: "Membre" },
  other: { firstName: "Léo", lastName: "Varone", role: "Caissier" },
};

export const EVENEMENTS: { example: EventFields; other: EventFields } = {
  example: anEvent({ name: "Fête d’été" }),
  other: anEvent({
    name: "Loto",
    month: "2025-11",
    firstDay: "2025-11-08",
    lastDay: "2025-11-09",
    startTime: "19:30",
    endTime: "23:00",
    place: "Halle",
    details: "Dix tours.\n\nhttps://exemple.ch/loto",
    price: "CHF 15.–, étudiants 10.–",
    minimumAge: "16",
    tickets: "https://exemple.ch/billets",
    contact: "Ana, 079 123 45 67",
    afterMovie: "https://exemple.ch/film",
    status: "annule",
    publication: "2025-10-01T16:00:00.000Z",
  }),
};
