import { dayInZurich, isDay, swissDateAndTime, timeInZurich } from "#domain/dates.ts";
import type { FieldErrors } from "#domain/fields.ts";
import { isTimeOfDay } from "./days.ts";
import { zurichInstant } from "./french-dates.ts";

/** Empty if public, `draft`, or the UTC time of the publication: `2026-03-29T17:00:00.000Z`. */
export type Publication = string;

type WithPublication = { readonly publication: Publication };

export const DRAFT_PUBLICATION: Publication = "draft";

/** Whether the event is neither a draft nor scheduled. */
export const isPublished = ({ publication }: WithPublication): boolean => publication === "";

/** Whether the event must have a poster. Drafts need none. */
export const requiresPoster = (event: WithPublication): boolean =>
  isPublished(event) || scheduledPublicationTime(event) !== null;

/** Publication time of a scheduled event. Null for drafts and public events. */
export function scheduledPublicationTime({ publication }: WithPublication): Date | null {
  const instant = new Date(publication);
  return /^\d{4}-/.test(publication) && !Number.isNaN(instant.getTime()) ? instant : null;
}

/** Whether a scheduled event is to be published by `now`. False for drafts and public events. */
export const isPublicationDue = (event: WithPublication, now: Date): boolean =>
  (scheduledPublicationTime(event)?.getTime() ?? Number.POSITIVE_INFINITY) <= now.getTime();

/**
 * Range of a text query for the scheduled events that may be due by `now`. Filter the result with `isPublicationDue`.
 * The range ends one day later than `now`, because a stored time may have any UTC offset.
 */
export const publicationRangeUntil = (now: Date): [first: Publication, last: Publication] => [
  "0",
  new Date(now.getTime() + DAY_MS).toISOString(),
];

const DAY_MS = 24 * 60 * 60 * 1000;

/** The publication in French: `Brouillon`, `Publié le 14.06.2025, 18:00` or `Publié`. */
export function publicationInFrench(event: WithPublication): string {
  const instant = scheduledPublicationTime(event);
  if (instant) return `Publié le ${swissDateAndTime(instant)}`;
  return isPublished(event) ? "Publié" : PUBLICATION_LABELS.draft;
}

/** Day and time are in Zurich. */
export type TypedPublication = {
  publication: "now" | "draft" | "later";
  publishDay: string;
  publishTime: string;
};

export const PUBLICATION_LABELS = {
  now: "Publier maintenant",
  draft: "Brouillon",
  later: "Publier le",
} as const satisfies Record<TypedPublication["publication"], string>;

export const PUBLICATION_SENTENCES = {
  choice: "Choisissez comment publier.",
  image: "Choisissez une image. Seul un brouillon peut attendre la sienne (sous «\u00a0Plus de détails\u00a0»).",
  poster: "Il manque l’affiche\u00a0: ajoutez-la d’abord, ou gardez «\u00a0Brouillon\u00a0».",
  day: "Indiquez le jour de la publication, par exemple 14.06.2025.",
  time: "Indiquez l’heure de la publication, par exemple 18:00.",
  noSuchTime: "Cette heure n’existe pas\u00a0: cette nuit-là, l’horloge passe de 2\u00a0h à 3\u00a0h.",
} as const;

/** Initial form values. Day and time are empty if the event is not scheduled. */
export function publicationAsTyped(event: WithPublication): TypedPublication {
  const instant = scheduledPublicationTime(event);
  if (instant) return { publication: "later", publishDay: dayInZurich(instant), publishTime: timeInZurich(instant) };
  return { publication: isPublished(event) ? "now" : "draft", publishDay: "", publishTime: "" };
}

/** Errors of the day and the time, by field. */
export function publicationErrors({ publication, publishDay, publishTime }: TypedPublication): FieldErrors {
  const refusal: Record<string, string> = {};
  if (publication !== "later") return refusal;
  if (!isDay(publishDay)) refusal.publishDay = PUBLICATION_SENTENCES.day;
  if (!isTimeOfDay(publishTime)) refusal.publishTime = PUBLICATION_SENTENCES.time;
  else if (isDay(publishDay) && timeInZurich(publicationInstant(publishDay, publishTime)) !== publishTime)
    refusal.publishTime = PUBLICATION_SENTENCES.noSuchTime;
  return refusal;
}

/** The stored value for valid form values. */
export function publicationFromForm({ publication, publishDay, publishTime }: TypedPublication): Publication {
  if (publication === "now") return "";
  return publication === "draft" ? DRAFT_PUBLICATION : publicationInstant(publishDay, publishTime).toISOString();
}

const HOUR_MS = 60 * 60 * 1000;

/** Converts a time in Zurich to an instant. If a clock change repeats the hour, returns the first instant. */
export function publicationInstant(day: string, time: string): Date {
  const instant = new Date(zurichInstant(day, time));
  const before = new Date(instant.getTime() - HOUR_MS);
  return timeInZurich(before) === time ? before : instant;
}
