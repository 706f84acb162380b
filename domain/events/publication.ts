/** Whether an event is announced: drafts, and publishing later. */
import { dateAndTime, dayInZurich, isDay, timeInZurich } from "#domain/dates.ts";
import type { FieldErrors } from "#domain/fields.ts";
import { isTime } from "./days.ts";
import { zurichInstant } from "./french-dates.ts";

/**
 * Empty: it is announced, like every document of an older site. `draft`: nobody but the committee hears of it. An instant
 * in UTC (`2026-03-29T17:00:00.000Z`): a draft that is announced then.
 */
export type Publication = string;

/** What says whether something is announced. */
type Announcement = { readonly publication: Publication };

/** The value of a draft that waits for somebody. */
export const DRAFT: Publication = "draft";

/** @returns whether visitors may hear of it */
export const isPublic = ({ publication }: Announcement): boolean => publication === "";

/** @returns the instant at which a draft will be announced; null when it waits for somebody, or is announced already */
export function publishedAt({ publication }: Announcement): Date | null {
  const instant = new Date(publication);
  return /^\d{4}-/.test(publication) && !Number.isNaN(instant.getTime()) ? instant : null;
}

/** @returns whether a draft has to be announced by now */
export const isDue = (event: Announcement, now: Date): boolean =>
  (publishedAt(event)?.getTime() ?? Number.POSITIVE_INFINITY) <= now.getTime();

/**
 * Where to look for the drafts that have to be announced: text compares as instants do, and everything else of which
 * `publishedAt` makes one, with whatever time zone, is less than a day away from what it looks like.
 * @returns the first and the last value that may be due
 */
export const publicationsBy = (now: Date): [first: Publication, last: Publication] => [
  "0",
  new Date(now.getTime() + DAY_MS).toISOString(),
];

const DAY_MS = 24 * 60 * 60 * 1000;

/** @returns what the committee reads of it: `Brouillon`, `Publié le 14.06.2025, 18:00`, `Publié` */
export function publicationInFrench(event: Announcement): string {
  const instant = publishedAt(event);
  if (instant) return `Publié le ${dateAndTime(instant)}`;
  return isPublic(event) ? "Publié" : PUBLICATIONS.draft;
}

/** What the form says of it: at once, not yet, or on a day at an hour of Zurich. */
export type TypedPublication = {
  publication: "now" | "draft" | "later";
  publishDay: string;
  publishTime: string;
};

/** The choices of the form, with their French names. */
export const PUBLICATIONS = {
  now: "Publier maintenant",
  draft: "Brouillon",
  later: "Publier le",
} as const satisfies Record<TypedPublication["publication"], string>;

export const PUBLICATION_SENTENCES = {
  choice: "Choisissez comment publier.",
  day: "Indiquez le jour de la publication, par exemple 14.06.2025.",
  time: "Indiquez l’heure de la publication, par exemple 18:00.",
  noSuchTime: "Cette heure n’existe pas\u00a0: cette nuit-là, l’horloge passe de 2\u00a0h à 3\u00a0h.",
} as const;

/** @returns what the form says of a document */
export function publicationAsTyped(event: Announcement): TypedPublication {
  const instant = publishedAt(event);
  if (instant) return { publication: "later", publishDay: dayInZurich(instant), publishTime: timeInZurich(instant) };
  return { publication: isPublic(event) ? "now" : "draft", publishDay: "", publishTime: "" };
}

/** @returns one sentence per refused field */
export function refusalsOfPublication({ publication, publishDay, publishTime }: TypedPublication): FieldErrors {
  const refusal: Record<string, string> = {};
  if (publication !== "later") return refusal;
  if (!isDay(publishDay)) refusal.publishDay = PUBLICATION_SENTENCES.day;
  if (!isTime(publishTime)) refusal.publishTime = PUBLICATION_SENTENCES.time;
  else if (isDay(publishDay) && timeInZurich(instantOf(publishDay, publishTime)) !== publishTime)
    refusal.publishTime = PUBLICATION_SENTENCES.noSuchTime;
  return refusal;
}

/** @param typed as nothing refused it @returns what is saved of it */
export function publicationOf({ publication, publishDay, publishTime }: TypedPublication): Publication {
  if (publication === "now") return "";
  return publication === "draft" ? DRAFT : instantOf(publishDay, publishTime).toISOString();
}

const HOUR_MS = 60 * 60 * 1000;

/** An hour that autumn repeats is the first of the two. */
function instantOf(day: string, time: string): Date {
  const instant = new Date(zurichInstant(day, time));
  const before = new Date(instant.getTime() - HOUR_MS);
  return timeInZurich(before) === time ? before : instant;
}
