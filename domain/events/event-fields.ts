import { isDay, swissDay } from "../dates.ts";
import { eventDaysAndTimeInFrench } from "./days.ts";
import { monthInFrench, timeInFrench } from "./french-dates.ts";
import {
  afterMovieUrl,
  type EventFields,
  isProbablyMapLink,
  mapUrl,
  statusInFrench,
  ticketsUrl,
} from "./planned-event.ts";
import { previousDatesInFrench } from "./postponement.ts";
import { isPublished, publicationInFrench } from "./publication.ts";

/** Text of one field. Empty or null if the field is not shown. */
type Text = (event: EventFields) => string | null;

export type EventField = {
  /** Name in the document and in the form (docs/specification.md section 3). */
  readonly wire: string;
  readonly label: string;
  /** Maximum length in characters. Absent for links, ages and choices. */
  readonly limit?: number;
  /** Input in the form's section « Plus de détails ». Absent for a field outside this section. */
  readonly form?: {
    readonly kind: "line" | "paragraphs" | "link" | "map" | "age" | "slug" | "day";
    readonly hint: string;
    readonly fullWidth?: true;
  };
  /** Absent for a field that the event's page does not list. */
  readonly page?: { readonly label: string; readonly text?: Text };
  readonly card?: { readonly rank: number; readonly text?: Text };
  readonly calendar?: Text;
  /** If absent, the history shows the value. */
  readonly history?: Text;
  /** If absent, a comparison of two versions shows the value. */
  readonly conflict?: Text;
  readonly once?: true;
};

export const MINIMUM_AGES = { min: 1, max: 99 } as const;

const minimumAgeText: Text = ({ minimumAge }) => minimumAge && `Dès ${minimumAge}\u00a0ans`;

const dayText = (day: string): string => (isDay(day) ? swissDay(day) : day);

const inWords = (text: Text) => ({ history: text, conflict: text });

const NOTHING: Text = () => "";

/** In the order of the form. */
export const EVENT_FIELDS = {
  name: { wire: "Nom", label: "Nom de l’événement", limit: 120 },
  month: {
    wire: "Date",
    label: "Mois",
    ...inWords(({ month }) => monthInFrench(month)),
  },
  firstDay: {
    wire: "FirstDay",
    label: "Du",
    history: ({ firstDay }) => dayText(firstDay),
    conflict: eventDaysAndTimeInFrench,
  },
  lastDay: { wire: "LastDay", label: "Au", history: ({ lastDay }) => dayText(lastDay), conflict: NOTHING },
  startTime: {
    wire: "StartTime",
    label: "Dès",
    history: ({ startTime }) => startTime && timeInFrench(startTime),
    conflict: NOTHING,
  },
  endTime: {
    wire: "EndTime",
    label: "Jusqu’à",
    history: ({ endTime }) => endTime && timeInFrench(endTime),
    conflict: NOTHING,
  },
  place: { wire: "Lieu", label: "Lieu", limit: 120 },
  address: {
    wire: "Address",
    label: "Adresse ou lien de carte",
    form: {
      kind: "map",
      fullWidth: true,
      hint: "Facultatif. Vide\u00a0: la carte cherche le lieu à Savièse.",
    },
    calendar: (event) => {
      const { address } = event;
      return isProbablyMapLink(address) ? `Carte\u00a0: ${mapUrl(event)}` : address && `Adresse\u00a0: ${address}`;
    },
  },
  notice: {
    wire: "Notice",
    label: "Une ligne pour les visiteurs",
    limit: 160,
    once: true,
    form: {
      kind: "line",
      fullWidth: true,
      hint: "Facultatif, sous le titre. Par exemple «\u00a0La salle est inondée\u00a0: rendez-vous à la halle\u00a0».",
    },
  },
  details: {
    wire: "Details",
    label: "Description",
    limit: 2000,
    form: {
      kind: "paragraphs",
      fullWidth: true,
      hint: "Facultatif, 2’000 caractères au plus. Les paragraphes et les adresses web sont reconnus.",
    },
    conflict: ({ details }) => excerpt(details),
  },
  price: {
    wire: "Price",
    label: "Prix",
    limit: 80,
    form: {
      kind: "line",
      hint: "Par exemple «\u00a0CHF 15.–, étudiants 10.–\u00a0» ou «\u00a0Entrée libre\u00a0».",
    },
    page: { label: "Prix" },
    card: { rank: 2 },
    calendar: ({ price }) => price && `Prix\u00a0: ${price}`,
  },
  minimumAge: {
    wire: "MinimumAge",
    label: "Dès quel âge",
    form: { kind: "age", hint: `En années, de ${MINIMUM_AGES.min} à ${MINIMUM_AGES.max}. Vide\u00a0: à tout âge.` },
    page: { label: "Âge", text: minimumAgeText },
    card: { rank: 1, text: minimumAgeText },
    calendar: ({ minimumAge }) => minimumAge && `Dès ${minimumAge} ans.`,
    history: ({ minimumAge }) => minimumAge && `${minimumAge} ans`,
    conflict: ({ minimumAge }) => minimumAge && `dès ${minimumAge}\u00a0ans`,
  },
  tickets: {
    wire: "Tickets",
    label: "Billets ou inscription",
    once: true,
    form: { kind: "link", hint: "Le lien de la billetterie ou du formulaire.", fullWidth: true },
    calendar: labelled("Billets et inscription", ticketsUrl),
  },
  contact: {
    wire: "Contact",
    label: "Contact",
    limit: 120,
    form: {
      kind: "line",
      fullWidth: true,
      hint: "À qui s’adresser\u00a0: un nom, un numéro ou une adresse e-mail.",
    },
    page: { label: "Contact" },
    calendar: ({ contact }) => contact && `Contact\u00a0: ${contact}`,
  },
  afterMovie: {
    wire: "AfterMovie",
    label: "Lien de l’after movie",
    once: true,
    form: {
      kind: "link",
      fullWidth: true,
      hint: "Le bouton «\u00a0Vers l'after movie\u00a0» apparaît dès que le lien est rempli.",
    },
    calendar: labelled("After movie", afterMovieUrl),
  },
  pageAddress: {
    wire: "PageAddress",
    label: "Adresse courte",
    limit: 40,
    once: true,
    form: {
      kind: "slug",
      fullWidth: true,
      hint: "Pour une grande fête\u00a0: avec «\u00a0fete\u00a0», sa page s’ouvre aussi à /fete, et son nom est au pied de chaque page.",
    },
    ...inWords(({ pageAddress }) => pageAddress && `/${pageAddress}`),
  },
  pageFrom: {
    wire: "PageFrom",
    label: "Au pied des pages dès le",
    once: true,
    form: { kind: "day", hint: "Vide\u00a0: dès la publication." },
    ...inWords(({ pageFrom }) => dayText(pageFrom)),
  },
  pageUntil: {
    wire: "PageUntil",
    label: "Au pied des pages jusqu’au",
    once: true,
    form: { kind: "day", hint: "Vide\u00a0: jusqu’à la fin de l’événement." },
    ...inWords(({ pageUntil }) => dayText(pageUntil)),
  },
  status: {
    wire: "State",
    label: "État",
    once: true,
    history: ({ status }) => statusInFrench(status) || "Comme prévu",
    conflict: ({ status }) => statusInFrench(status),
  },
  previousDates: {
    wire: "PreviousDates",
    label: "Dates précédentes",
    once: true,
    history: previousDatesInFrench,
    conflict: NOTHING,
  },
  publication: {
    wire: "Publication",
    label: "Publication",
    history: publicationInFrench,
    conflict: (event) => (isPublished(event) ? "" : publicationInFrench(event)),
  },
} as const satisfies Record<keyof EventFields, EventField>;

function labelled(label: string, text: Text): Text {
  return (event) => {
    const shown = text(event);
    return shown && `${label}\u00a0: ${shown}`;
  };
}

const EXCERPT = 80;

function excerpt(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length > EXCERPT ? `«\u00a0${line.slice(0, EXCERPT)}…\u00a0»` : line && `«\u00a0${line}\u00a0»`;
}

export type EventFieldName = keyof typeof EVENT_FIELDS;

const FIELDS = Object.entries(EVENT_FIELDS) as [EventFieldName, EventField][];

/** Label and text of every field for the history. The text of an empty field is empty. */
export const eventHistoryFields = (event: EventFields) =>
  FIELDS.map(([name, { label, history }]) => ({ label, value: history?.(event) ?? event[name] }));

/** Texts of the non-empty fields, for a comparison of two versions. */
export const eventFieldsInFrench = (event: EventFields): string[] =>
  FIELDS.flatMap(([name, { conflict }]) => (conflict ? conflict(event) : event[name]) || []);

/** Name, label and text of the non-empty fields that the event's page lists. */
export const eventFacts = (event: EventFields) =>
  FIELDS.flatMap(([name, { page }]) =>
    page ? [{ name, label: page.label, text: page.text?.(event) ?? event[name] }] : [],
  ).filter(({ text }) => text !== "");

/** Texts of the event's badges on the planning, without empty texts. */
export const eventBadges = (event: EventFields): string[] =>
  FIELDS.flatMap(([name, { card }]) => (card ? [{ rank: card.rank, text: card.text?.(event) ?? event[name] }] : []))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ text }) => text)
    .filter((text) => text !== "");

/** Empties the fields that apply to one year only. */
export const withoutYearlyFields = (event: EventFields): EventFields => ({
  ...event,
  ...Object.fromEntries(FIELDS.flatMap(([name, { once }]) => (once ? [[name, ""]] : []))),
});

/** Lines for the description of the calendar entry. */
export const calendarLines = (event: EventFields): string[] =>
  FIELDS.flatMap(([, { calendar }]) => calendar?.(event) || []);
