import { addDays, type Day, isMonth, type Moment, type Month } from "../dates.ts";
import { firstWordForId } from "../identifiers.ts";
import { toHttpUrl } from "../links.ts";
import { compareFrench, truncateForSorting } from "../text/french-order.ts";
import { type EventDays, exactEventDays } from "./days.ts";
import { lastDayOfMonth } from "./french-dates.ts";
import { isPostponedWithoutDate, isRescheduled, type Postponable } from "./postponement.ts";
import { isPublished, type Publication } from "./publication.ts";

/** Empty if the event takes place as planned. */
export type EventStatus = "" | "annule" | "reporte";

/** Content of an event (docs/specification.md section 3, `evenements`). */
export type EventFields = {
  name: string;
  month: Month;
  firstDay: Day | "";
  /** After `firstDay`. Empty for an event of one day. */
  lastDay: Day | "";
  /** `HH:MM` on the first day, in Zurich. */
  startTime: string;
  /** `HH:MM` on the last day or in the following night, in Zurich. */
  endTime: string;
  place: string;
  /** Street or link to a map. If empty, the map searches for `place`. */
  address: string;
  /** The committee's note to visitors: one line under the name. */
  notice: string;
  details: string;
  price: string;
  minimumAge: string;
  tickets: string;
  contact: string;
  afterMovie: string;
  /** Path of a big event's own page, such as `fete`, without slash. Empty for none. */
  pageAddress: string;
  pageFrom: Day | "";
  pageUntil: Day | "";
  status: EventStatus;
  /** Dates before a postponement: `2025-11-28 2025-12-05`. */
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

/** Removes the fields that only the committee may see. */
export const withoutCommitteeFields = (stored: PlannedEvent): PlannedEvent => ({
  ...(Object.fromEntries(EVENT_FIELD_NAMES.map((field) => [field, stored[field]])) as EventFields),
  id: stored.id,
});

/** Whether the event has a name. Events from the older Firebase site may have none. */
export const hasEventName = ({ name }: Pick<EventFields, "name">): boolean => name.trim() !== "";

/** Whether visitors may see the event. */
export const isAnnounced = (event: Pick<EventFields, "name" | "publication">): boolean =>
  hasEventName(event) && isPublished(event);

/** URL of the after movie. Null if the field is empty or not a URL. */
export const afterMovieUrl = ({ afterMovie }: Pick<EventFields, "afterMovie">): string | null =>
  toHttpUrl(afterMovie.trim());

/** URL of the tickets. Null if the field is empty or not a URL. */
export const ticketsUrl = ({ tickets }: Pick<EventFields, "tickets">): string | null => toHttpUrl(tickets.trim());

/** Places of the events, each once, in French order. */
export const knownPlaces = (events: readonly Pick<EventFields, "place">[]): string[] =>
  [...new Set(events.map(({ place }) => place.trim()))].filter((place) => place !== "").toSorted(compareFrench);

/** Whether an address looks like a map link rather than a street. The link may be invalid. */
export function isProbablyMapLink(address: string): boolean {
  if (/\s/.test(address)) return false;
  if (/^https?:\/\//i.test(address)) return true;
  const host = address.slice(0, Math.max(0, address.indexOf("/")));
  return !host.includes(",") && host.slice(1, -1).includes(".");
}

const VILLAGE = "Savièse";

/** URL of a map: the link in `address`, or a search for the address or place. */
export function mapUrl({ address, place }: Pick<EventFields, "address" | "place">): string {
  const link = isProbablyMapLink(address) ? toHttpUrl(address) : null;
  const isComplete = place.includes(",") || place.includes(VILLAGE);
  const query = address || (isComplete ? place : `${place}, ${VILLAGE}`);
  return link ?? `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(query)}`;
}

const DELETION_ANNOUNCED_DAYS = 60;

/** Calendar files list the events that were deleted after the returned time. */
export const announcedDeletionCutoff = (now: Date): Date =>
  new Date(now.getTime() - DELETION_ANNOUNCED_DAYS * 86_400_000);

const NO_DAY = "9";

/** Order of the planning: month, first day, name (docs/specification.md section 2). Unknown days are last. */
export const compareEvents = (a: EventFields, b: EventFields): number =>
  truncateForSorting(a.month).localeCompare(truncateForSorting(b.month), "en") ||
  truncateForSorting(a.firstDay || NO_DAY).localeCompare(truncateForSorting(b.firstDay || NO_DAY), "en") ||
  compareFrench(a.name, b.name);

/** Whether the event has ended. False if the event is postponed without a new date. `now`: in Zurich. */
export const isEventOver = (event: Postponable, now: Moment): boolean =>
  !isPostponedWithoutDate(event) && areEventDaysPast(event, now);

/** Whether the end of the event is before `now`, in Zurich. False for an invalid month. */
export function areEventDaysPast(event: EventDays, now: Moment): boolean {
  if (!isMonth(event.month)) return false;
  const { day, time } = endOfEvent(event);
  return day < now.day || (day === now.day && time !== "" && time <= now.time);
}

/**
 * Whether a big event has a page at `now`, in Zurich. If `pageFrom` is empty, the page begins with the publication.
 * If `pageUntil` is empty, the page ends when the event is over.
 */
export function hasEventPage(event: EventFields, now: Moment): boolean {
  const { pageAddress, pageFrom, pageUntil } = event;
  const ended = pageUntil === "" ? isEventOver(event, now) : now.day > pageUntil;
  return pageAddress !== "" && isAnnounced(event) && now.day >= pageFrom && !ended;
}

/**
 * The end of an event. `time` is empty if unknown. An event without a day ends on the last day of its month. An event
 * of one day ends on the next day if the end time is before the start time. An event of several days ends on the day
 * after `lastDay` if the end time is before 6:00.
 */
export function endOfEvent(event: EventDays): Moment {
  const { firstDay, lastDay, startTime, endTime } = exactEventDays(event);
  const day = lastDay || firstDay || lastDayOfMonth(event.month);
  const isNight = endTime !== "" && endTime < (lastDay ? SMALL_HOURS_END : startTime);
  return { day: isNight ? addDays(day, 1) : day, time: endTime };
}

const SMALL_HOURS_END = "06:00";

/** Whether an event ends in `year`. */
export const endsInYear = (year: number, event: EventDays): boolean => endOfEvent(event).day.startsWith(`${year}-`);

/** The next event that takes place. Null if none is planned. `now`: in Zurich. */
export function nextEvent<E extends EventFields>(events: readonly E[], now: Moment): E | null {
  const upcoming = events.filter(
    (event) =>
      isAnnounced(event) &&
      (event.status === "" || isRescheduled(event)) &&
      isMonth(event.month) &&
      !isEventOver(event, now),
  );
  return upcoming.toSorted(compareEvents)[0] ?? null;
}

/** Id of a new event: first word of the name, month, year: `Fête0825` (docs/specification.md section 3). */
export const newEventId = ({ name, month }: Pick<EventFields, "name" | "month">): string =>
  firstWordForId(name, "Evenement") + month.slice(5, 7) + month.slice(2, 4);

export const EVENT_STATUS_LABELS = { annule: "Annulé", reporte: "Reporté" } as const;

/** French name of a status. Returns an unknown status unchanged. */
export const statusInFrench = (state: EventStatus): string =>
  state !== "" && Object.hasOwn(EVENT_STATUS_LABELS, state) ? EVENT_STATUS_LABELS[state] : state;
