import type { ContactMessage } from "#domain/contact-message.ts";
import type { EventFields } from "#domain/events/planned-event.ts";
import type { SignUp } from "#domain/sign-up.ts";
import type { Submission } from "#domain/submission.ts";
import { anEvent } from "#tests/event-of-a-month.ts";

/** Two of each, for the contract of documents. */
export const SAMPLE_COMMITTEE = {
  example: { firstName: "Ana", lastName: "Dupont", role: "Membre", displayedRole: "" },
  other: { firstName: "Léo", lastName: "Varone", role: "Caissier", displayedRole: "Caissière" },
};

export const SAMPLE_EVENTS: { example: EventFields; other: EventFields } = {
  example: anEvent({ name: "Fête d’été" }),
  other: anEvent({
    name: "Loto",
    month: "2025-11",
    firstDay: "2025-11-08",
    lastDay: "2025-11-09",
    startTime: "19:30",
    endTime: "23:00",
    place: "Halle",
    address: "Rue du Stade 4",
    notice: "La salle est inondée",
    details: "Dix tours.\n\nhttps://exemple.ch/loto",
    price: "CHF 15.–, étudiants 10.–",
    minimumAge: "16",
    tickets: "https://exemple.ch/billets",
    contact: "Ana, 079 123 45 67",
    afterMovie: "https://exemple.ch/film",
    pageAddress: "loto",
    pageFrom: "2025-10-01",
    pageUntil: "2025-11-10",
    status: "annule",
    previousDates: "2025-10 2025-11-01/2025-11-02",
    publication: "2025-10-01T16:00:00.000Z",
  }),
};

/** @returns the sign-up of an adult, with the given fields */
export const aSignUp = (fields: Partial<SignUp> = {}): Extract<Submission, { type: "inscription" }> => ({
  type: "inscription",
  content: {
    lastName: "Héritier",
    firstName: "Zoé",
    address: "Chemin des Treize-Étoiles 4, 1965 Savièse",
    phone: "0791234567",
    birthDate: "05.08.2000",
    charter: "Validé par la personne",
    minorCharter: "Majeur",
    ...fields,
  },
});

/** @returns a contact message, with the given fields */
export const aMessage = (fields: Partial<ContactMessage> = {}): Extract<Submission, { type: "message" }> => ({
  type: "message",
  content: { name: "Léo Cœur", email: "leo.coeur@exemple.ch", subject: "Bal", message: "Bonjour", ...fields },
});
