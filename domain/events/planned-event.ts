import { addDays, type Day, isMonth, type Moment, type Month } from "../dates.ts";
import { webAddress } from "../fields.ts";
import { firstWord } from "../identifiers.ts";
import { compareFrench, sortable } from "../text/french-order.ts";
import { type EventDays, exactDays } from "./days.ts";
import { lastDayOfMonth } from "./french-dates.ts";
import { isRescheduled, isWithoutDate, type Postponable } from "./postponement.ts";
import { isPublic, type Publication } from "./publication.ts";

/** Status of an event; empty when the event takes place as planned. */
export type EventStatus = "" | "annule" | "reporte";

/** Content of an event (docs/specification.md section 3, `evenements`). Only name, month and place are required. */
export type EventFields = {
  name: string;
  month: Month;
  firstDay: Day | "";
  /** Last day, in the month of `firstDay` and after it; empty for an event of one day. */
  lastDay: Day | "";
  /** `HH:MM` on the first day, in Zurich. */
  startTime: string;
  /** `HH:MM` on the last day, or in the following night (`endOfEvent`). */
  endTime: string;
  place: string;
  /** Street or link to a map. When empty, the map searches for `place`. */
  address: string;
  /** The committee's note to visitors: one line, shown under the name. */
  notice: string;
  details: string;
  price: string;
  minimumAge: string;
  tickets: string;
  contact: string;
  afterMovie: string;
  /** Address of the page of a big event (`hasPage`), without slash; empty for none. */
  pageAddress: string;
  pageFrom: Day | "";
  pageUntil: Day | "";
  status: EventStatus;
  /** Dates before a postponement, in the format of `Postponable`. */
  previousDates: string;
  publication: Publication;
};

export const EMPTY_EVENT: EventFields = {
  name: "",
  month: "",
  firstDay: "",
  lastDay: "",
  startTime: "",
  endTime: "",
  place: "",
  address: "",
  notice: "",
  details: "",
  price: "",
  minimumAge: "",
  tickets: "",
  contact: "",
  afterMovie: "",
  pageAddress: "",
  pageFrom: "",
  pageUntil: "",
  status: "",
  previousDates: "",
  publication: "",
};

export const EVENT_FIELD_NAMES = Object.keys(EMPTY_EVENT) as (keyof EventFields)[];

export type PlannedEvent = EventFields & { id: string };

/** Removes the fields that only the committee may see, such as the author. */
export const plannedEventOf = (stored: PlannedEvent): PlannedEvent => ({
  ...(Object.fromEntries(EVENT_FIELD_NAMES.map((field) => [field, stored[field]])) as EventFields),
  id: stored.id,
});

/** Whether the event has a name; only an event of the older Firebase site can lack one. */
export const hasName = ({ name }: Pick<EventFields, "name">): boolean => name.trim() !== "";

/** Whether visitors may see the event: it is public and has a name. */
export const isAnnounced = (event: Pick<EventFields, "name" | "publication">): boolean =>
  hasName(event) && isPublic(event);

/** URL of the after movie; null when the field is empty or not a URL. */
export const afterMovieAddress = ({ afterMovie }: Pick<EventFields, "afterMovie">): string | null =>
  webAddress(afterMovie.trim());

/** URL of the tickets; null when the field is empty or not a URL. */
export const ticketsAddress = ({ tickets }: Pick<EventFields, "tickets">): string | null => webAddress(tickets.trim());

/** Places of the events, each once, in French order. */
export const knownPlaces = (events: readonly Pick<EventFields, "place">[]): string[] =>
  [...new Set(events.map(({ place }) => place.trim()))].filter((place) => place !== "").toSorted(compareFrench);

/** Whether an address looks like a map link (valid or not) rather than a street. */
export function isMapLink(address: string): boolean {
  if (/\s/.test(address)) return false;
  if (/^https?:\/\//i.test(address)) return true;
  const host = address.slice(0, Math.max(0, address.indexOf("/")));
  return !host.includes(",") && host.slice(1, -1).includes(".");
}

const VILLAGE = "Savièse";

/** Web address of the map: the given link, or a search for the address or the place. */
export function mapAddress({ address, place }: Pick<EventFields, "address" | "place">): string {
  const link = isMapLink(address) ? webAddress(address) : null;
  const isComplete = place.includes(",") || place.includes(VILLAGE);
  const query = address || (isComplete ? place : `${place}, ${VILLAGE}`);
  return link ?? `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(query)}`;
}

const DELETION_ANNOUNCED_DAYS = 60;

/** Calendar files still announce the deletion of an event that was deleted after this time. */
export const deletionsAnnouncedSince = (now: Date): Date =>
  new Date(now.getTime() - DELETION_ANNOUNCED_DAYS * 86_400_000);

/** A sort key greater than every day. */
const NO_DAY = "9";

/** Order of the planning: month, first day (unknown days last), name (docs/specification.md section 2). */
export const compareEvents = (a: EventFields, b: EventFields): number =>
  sortable(a.month).localeCompare(sortable(b.month), "en") ||
  sortable(a.firstDay || NO_DAY).localeCompare(sortable(b.firstDay || NO_DAY), "en") ||
  compareFrench(a.name, b.name);

/** Whether the event's end (if unknown: last day or month) is past. False without a date. `now`: in Zurich. */
export const isOver = (event: Postponable, now: Moment): boolean => !isWithoutDate(event) && arePast(event, now);

/** Whether the end is past: the end time, else the last day, else the month. False for an invalid month. */
export function arePast(event: EventDays, now: Moment): boolean {
  if (!isMonth(event.month)) return false;
  const { day, time } = endOfEvent(event);
  return day < now.day || (day === now.day && time !== "" && time <= now.time);
}

/**
 * Whether a big event now has its page at its short address, and a link in the footer. Both begin on `pageFrom`, or
 * with the publication if this is empty. They end after `pageUntil`, or with the event. `now`: in Zurich.
 */
export function hasPage(event: EventFields, now: Moment): boolean {
  const { pageAddress, pageFrom, pageUntil } = event;
  const ended = pageUntil === "" ? isOver(event, now) : now.day > pageUntil;
  return pageAddress !== "" && isAnnounced(event) && now.day >= pageFrom && !ended;
}

/**
 * The end of an event; `time` is empty if unknown. The end is on the next day if the end time is before the start time
 * (event of one day) or before 6:00 (event of several days).
 */
export function endOfEvent(event: EventDays): Moment {
  const { firstDay, lastDay, startTime, endTime } = exactDays(event);
  const day = lastDay || firstDay || lastDayOfMonth(event.month);
  const isNight = endTime !== "" && endTime < (lastDay ? SMALL_HOURS_END : startTime);
  return { day: isNight ? addDays(day, 1) : day, time: endTime };
}

const SMALL_HOURS_END = "06:00";

/** The next event that takes place on a known date; null if there is none. `now`: time in Zurich. */
export function nextEvent<E extends EventFields>(events: readonly E[], now: Moment): E | null {
  const upcoming = events.filter(
    (event) =>
      isAnnounced(event) &&
      (event.status === "" || isRescheduled(event)) &&
      isMonth(event.month) &&
      !isOver(event, now),
  );
  return upcoming.toSorted(compareEvents)[0] ?? null;
}

/** Identifier of a new event: first word of `Nom`, month, year: `Fête0825` (docs/specification.md section 3). */
export const newEventId = ({ name, month }: Pick<EventFields, "name" | "month">): string =>
  firstWord(name, "Evenement") + month.slice(5, 7) + month.slice(2, 4);

export const EVENT_STATUS_LABELS = { annule: "Annulé", reporte: "Reporté" } as const;

/** French name of a status; an unknown status is returned unchanged. */
export const stateInFrench = (state: EventStatus): string =>
  state === "" ? "" : (EVENT_STATUS_LABELS[state] ?? state);
