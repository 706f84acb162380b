import { addDays, type Day, isMonth, type Moment, type Month } from "../dates.ts";
import { webAddress } from "../fields.ts";
import { firstWord } from "../identifiers.ts";
import { compareFrench, sortable } from "../text/french-order.ts";
import { type EventDays, exactDays } from "./days.ts";
import { lastDayOfMonth } from "./french-dates.ts";
import { isPublic, type Publication } from "./publication.ts";

/** What has become of an event; empty as long as it takes place as announced. */
export type State = "" | "annule" | "reporte";

/**
 * What the event form saves (SPEC.md section 3, collection `evenements`). All but name, month and place are empty if
 * there is none, as in a document that was written before the field existed.
 */
export type EventFields = {
  name: string;
  month: Month;
  /** The exact first day; it lies in the month `Date`. */
  firstDay: Day | "";
  /** The exact last day, in the same month and after `FirstDay`; empty when the event lasts one day. */
  lastDay: Day | "";
  /** `HH:MM`, when it begins on the first day. */
  startTime: string;
  /** `HH:MM`, when it ends on the last day, or in the night after it (`endOf`). */
  endTime: string;
  place: string;
  /** What it is about: paragraphs, without any markup. */
  details: string;
  /** In words: `CHF 15.–, étudiants 10.–`. */
  price: string;
  /** Whole years from which people may come: `16`. */
  minimumAge: string;
  /** Link to tickets or registration. */
  tickets: string;
  /** Whom to ask, in words. */
  contact: string;
  afterMovie: string;
  status: State;
  /** Whether it is announced (domain/events/publication.ts). */
  publication: Publication;
};

/** An event of which nothing is known. */
export const EMPTY_EVENT: EventFields = {
  name: "",
  month: "",
  firstDay: "",
  lastDay: "",
  startTime: "",
  endTime: "",
  place: "",
  details: "",
  price: "",
  minimumAge: "",
  tickets: "",
  contact: "",
  afterMovie: "",
  status: "",
  publication: "",
};

/** The names of all fields. */
export const EVENT_FIELD_NAMES = Object.keys(EMPTY_EVENT) as (keyof EventFields)[];

export type PlannedEvent = EventFields & { id: string };

/** @returns an event without what a store knows of it besides: who wrote it, and when, is for the committee alone */
export const plannedEventOf = (stored: PlannedEvent): PlannedEvent => ({
  ...(Object.fromEntries(EVENT_FIELD_NAMES.map((field) => [field, stored[field]])) as EventFields),
  id: stored.id,
});

/** @returns whether it has one: a document of an older site may have no name */
export const hasName = ({ name }: Pick<EventFields, "name">): boolean => name.trim() !== "";

/** @returns whether visitors may hear of it, anywhere: a draft is nowhere, and without a name nobody can announce it */
export const isAnnounced = (event: Pick<EventFields, "name" | "publication">): boolean =>
  hasName(event) && isPublic(event);

/** @returns the address of its film, ready to follow; null for none, and for what a browser must not follow */
export const afterMovieAddress = ({ afterMovie }: Pick<EventFields, "afterMovie">): string | null =>
  webAddress(afterMovie.trim());

/** @returns where tickets or places are to be had, ready to follow; null for none, and for what a browser must not follow */
export const ticketsAddress = ({ tickets }: Pick<EventFields, "tickets">): string | null => webAddress(tickets.trim());

/** For how many days calendars are told that an event was deleted. */
const DELETION_ANNOUNCED_DAYS = 60;

/** @returns the instant from which on deleted events are still announced at `now` */
export const deletionsAnnouncedSince = (now: Date): Date =>
  new Date(now.getTime() - DELETION_ANNOUNCED_DAYS * 86_400_000);

/** Comes after every day: an event of which only the month is known stands behind the known days of its month. */
const NO_DAY = "9";

/** Order of the planning: by month, then by first day, then by name as French sorts it (SPEC.md section 2, PRODUCT.md). */
export const compareEvents = (a: EventFields, b: EventFields): number =>
  sortable(a.month).localeCompare(sortable(b.month), "en") ||
  sortable(a.firstDay || NO_DAY).localeCompare(sortable(b.firstDay || NO_DAY), "en") ||
  compareFrench(a.name, b.name);

/**
 * Whether an event is over. One of which only the month is known may still come until the month ends, one of which the end
 * is known is over then, any other one when its last day is; what an older site wrote as a month and is none is never over.
 * @param now day and hour in Zurich
 */
export function isOver(event: EventDays, now: Moment): boolean {
  if (!isMonth(event.month)) return false;
  const { day, time } = endOf(event);
  return day < now.day || (day === now.day && time !== "" && time <= now.time);
}

/**
 * When an event ends. An end that comes before the beginning is the day after; so is, for an event of several days, an end
 * in the small hours.
 * @returns `time`: empty when it is not known, and the event fills the day then
 */
export function endOf(event: EventDays): Moment {
  const { firstDay, lastDay, startTime, endTime } = exactDays(event);
  const day = lastDay || firstDay || lastDayOfMonth(event.month);
  const isNight = endTime !== "" && endTime < (lastDay ? SMALL_HOURS_END : startTime);
  return { day: isNight ? addDays(day, 1) : day, time: endTime };
}

/** Until then people still call it the night before. */
const SMALL_HOURS_END = "06:00";

/**
 * @param now day and hour in Zurich
 * @returns the first event that takes place as announced and is not over; null for none
 */
export function nextEvent<E extends EventFields>(events: readonly E[], now: Moment): E | null {
  const upcoming = events.filter(
    (one) => isAnnounced(one) && one.status === "" && isMonth(one.month) && !isOver(one, now),
  );
  return upcoming.toSorted(compareEvents)[0] ?? null;
}

/** @returns the identifier of a new event: first word of Nom, two-digit month and year (`Fête0825`, SPEC.md section 3) */
export const newEventId = ({ name, month }: Pick<EventFields, "name" | "month">): string =>
  firstWord(name, "Evenement") + month.slice(5, 7) + month.slice(2, 4);

/** The states that the edit form offers, with their French names. */
export const STATES = { annule: "Annulé", reporte: "Reporté" } as const;

/** @returns the French name of a state; one that an edited database invented as it stands there, empty for none */
export const stateInFrench = (state: State): string => (state === "" ? "" : (STATES[state] ?? state));
