import ical, {
  ICalCalendarMethod,
  type ICalDayJsStub,
  type ICalEventData,
  ICalEventStatus,
  ICalEventTransparency,
} from "ical-generator";
import type { Moment } from "#domain/dates.ts";
import type { CalendarDates } from "#domain/events/calendar-dates.ts";
import { toLines } from "#domain/fields.ts";

const TIME_ZONE = "Europe/Zurich";

const VTIMEZONE = `BEGIN:VTIMEZONE
TZID:${TIME_ZONE}
X-LIC-LOCATION:${TIME_ZONE}
BEGIN:DAYLIGHT
TZNAME:CEST
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
DTSTART:19960331T020000
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
END:DAYLIGHT
BEGIN:STANDARD
TZNAME:CET
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
DTSTART:19961027T030000
RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
END:STANDARD
END:VTIMEZONE
`.replaceAll("\n", "\r\n");

/** How often calendar programs should reload a subscribed calendar, in seconds. */
const REREAD_S = 4 * 60 * 60;

/**
 * A cancelled event is `confirmed`, with « Annulé » in the title. The status CANCELLED would not tell the subscriber:
 * Google deletes such an entry, and Outlook ignores the status.
 */
const STATUS: Record<CalendarEntry["status"], ICalEventStatus> = {
  confirmed: ICalEventStatus.CONFIRMED,
  tentative: ICalEventStatus.TENTATIVE,
  deleted: ICalEventStatus.CANCELLED,
};

const FIRST = /^BEGIN:VEVENT\r$/m;

export type CalendarEntry = CalendarDates & {
  /** Globally unique, and the same for the whole life of the event. */
  uid: string;
  /** URL of the event's page; empty for a deleted event. */
  address: string;
  updatedAt: string;
  /** Revision number of the event (SEQUENCE), which increases with every change. */
  sequence: number;
};

/** @returns an iCalendar file (RFC 5545), always the same for the same entries; control characters are removed */
export function writeIcs(entries: readonly CalendarEntry[]): string {
  const calendar = ical({
    name: "La jeunesse de Savièse",
    prodId: { company: "La jeunesse de Savièse", product: "Planning", language: "FR" },
    method: ICalCalendarMethod.PUBLISH,
    ttl: REREAD_S,
  });
  for (const entry of entries) calendar.createEvent(dataOfEvent(entry));
  const ics = `${calendar.toString()}\r\n`;
  // The library would write VTIMEZONE before the last calendar properties, but RFC 5545 requires it after them.
  return entries.some(({ hours }) => hours !== null) ? ics.replace(FIRST, `${VTIMEZONE}$&`) : ics;
}

function dataOfEvent(entry: CalendarEntry): ICalEventData {
  const { uid, title, place, details, address, status, sequence } = entry;
  const updatedAt = new Date(entry.updatedAt);
  return {
    ...timesOf(entry),
    id: uid,
    sequence,
    stamp: updatedAt,
    lastModified: updatedAt,
    summary: toLines(title),
    location: toLines(place),
    description: toLines(details) || null,
    url: address,
    status: STATUS[status],
    // TRANSPARENT: the events do not mark a subscriber as busy.
    transparency: ICalEventTransparency.TRANSPARENT,
  };
}

function timesOf({ from, until, hours }: CalendarEntry) {
  if (hours === null) return { allDay: true, start: new Date(from), end: new Date(until) };
  return { timezone: TIME_ZONE, start: wallClock(hours.start), end: wallClock(hours.end) };
}

/** Day.js stub: the library writes the stub's digits unchanged, but would convert a Date to another time zone. */
function wallClock({ day, time }: Moment): ICalDayJsStub {
  const date = new Date(`${day}T${time}Z`);
  const stub: ICalDayJsStub = {
    format: (template) => (template === "HHmmss" ? `${time.replace(":", "")}00` : day.replaceAll("-", "")),
    isValid: () => true,
    toDate: () => date,
    toJSON: () => date.toISOString(),
    tz: () => stub,
    utc: () => stub,
  };
  return stub;
}
