/** Calendars made with ical-generator. */
import ical, {
  ICalCalendarMethod,
  type ICalDayJsStub,
  type ICalEventData,
  ICalEventStatus,
  ICalEventTransparency,
} from "ical-generator";
import type { CalendarDates, WallTime } from "#domain/events/calendar-dates.ts";
import { asLines } from "#domain/fields.ts";
import { TIME_ZONE, VTIMEZONE } from "./time-zone.ts";

/** How often whoever subscribes should look again, in seconds. */
const REREAD_S = 4 * 60 * 60;

/** Google deletes an entry that says CANCELLED, and Outlook does not look: it is for what shall go. */
const STATUS: Record<CalendarEntry["status"], ICalEventStatus> = {
  confirmed: ICalEventStatus.CONFIRMED,
  tentative: ICalEventStatus.TENTATIVE,
  deleted: ICalEventStatus.CANCELLED,
};

const FIRST = /^BEGIN:VEVENT\r$/m;

/** One entry of a calendar that others keep a copy of. */
export type CalendarEntry = CalendarDates & {
  /** The same for as long as the event exists, and unlike that of any other event anywhere. */
  uid: string;
  /** Where people read about it; empty for a deleted event. */
  address: string;
  /** Instant of the last change, ISO 8601 in UTC. */
  updatedAt: string;
  /** Grows with every change. */
  sequence: number;
};

/**
 * Writes a calendar that Google, Apple and Outlook read.
 * @param entries in the order to keep. Any text stays text; what no calendar may hold (control characters) is left out
 * @returns an iCalendar file (RFC 5545), the same for the same entries
 */
export function writeIcs(entries: readonly CalendarEntry[]): string {
  const calendar = ical({
    name: "La jeunesse de Savièse",
    prodId: { company: "La jeunesse de Savièse", product: "Planning", language: "FR" },
    method: ICalCalendarMethod.PUBLISH,
    ttl: REREAD_S,
  });
  for (const entry of entries) calendar.createEvent(dataOfEvent(entry));
  const ics = `${calendar.toString()}\r\n`;
  // The library would put the zone before the calendar's last properties, and RFC 5545 has it after them.
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
    summary: asLines(title),
    location: asLines(place),
    // The library would write an empty line.
    description: asLines(details) || null,
    url: address,
    status: STATUS[status],
    // Following the village's calendar makes nobody busy.
    transparency: ICalEventTransparency.TRANSPARENT,
  };
}

function timesOf({ from, until, hours }: CalendarEntry) {
  if (hours === null) return { allDay: true, start: new Date(from), end: new Date(until) };
  return { timezone: TIME_ZONE, start: wallClock(hours.start), end: wallClock(hours.end) };
}

/**
 * An hour on the village's clock. The library reads a plain Date in the zone of this process; from an object of this
 * shape it takes the digits as they are.
 */
function wallClock({ day, time }: WallTime): ICalDayJsStub {
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
