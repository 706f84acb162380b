import ical, {
  ICalAlarmType,
  ICalCalendarMethod,
  type ICalDayJsStub,
  type ICalEventData,
  ICalEventStatus,
  ICalEventTransparency,
} from "ical-generator";
import type { Moment } from "#domain/dates.ts";
import type { CalendarDates } from "#domain/events/calendar-dates.ts";
import { toMultiline } from "#domain/fields.ts";

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

/** Interval in seconds at which calendar programs reload a subscribed calendar. */
const REREAD_S = 4 * 60 * 60;

/**
 * Only deleted events are CANCELLED, because Google Calendar removes such entries. An event that is called off stays
 * CONFIRMED, with « Annulé » in its title.
 */
const STATUS: Record<CalendarEntry["status"], ICalEventStatus> = {
  confirmed: ICalEventStatus.CONFIRMED,
  tentative: ICalEventStatus.TENTATIVE,
  deleted: ICalEventStatus.CANCELLED,
};

const FIRST = /^BEGIN:VEVENT\r$/m;

export type CalendarEntry = CalendarDates & {
  /** Globally unique. Must never change for the same event. */
  uid: string;
  /** URL of the event's page. Empty for a deleted event. */
  address: string;
  updatedAt: string;
  /** Revision number (SEQUENCE). Increases with every change. */
  sequence: number;
  /** Whether the calendar program reminds its user the day before. Not for a subscription: it would alarm everybody. */
  hasAlarm?: boolean;
};

/** An iCalendar file (RFC 5545). Must be the same for the same entries. @param name shown by calendar programs */
export function writeIcs(entries: readonly CalendarEntry[], name = "La jeunesse de Savièse"): string {
  const calendar = ical({
    name,
    prodId: { company: "La jeunesse de Savièse", product: "Planning", language: "FR" },
    method: ICalCalendarMethod.PUBLISH,
    ttl: REREAD_S,
  });
  for (const entry of entries) calendar.createEvent(dataOfEvent(entry));
  const ics = `${calendar.toString()}\r\n`;
  // Events with hours need VTIMEZONE. RFC 5545 forbids the place at which the library would insert VTIMEZONE.
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
    summary: toMultiline(title),
    location: toMultiline(place),
    description: toMultiline(details) || null,
    url: address,
    status: STATUS[status],
    // The events do not mark a subscriber as busy.
    transparency: ICalEventTransparency.TRANSPARENT,
    alarms: entry.hasAlarm ? [{ type: ICalAlarmType.display, triggerBefore: alarmBefore(entry) }] : [],
  };
}

/** Earliest and latest hour of the day for a reminder. */
const ALARM = { earliest: 9, latest: 20 };

/**
 * Seconds from the reminder to the start of the event: the day before, at the hour of the start if `ALARM` allows it.
 */
function alarmBefore({ hours }: CalendarEntry): number {
  const [hour = 0, minute = 0] = hours ? hours.start.time.split(":").map(Number) : [];
  const start = hour + minute / 60;
  const alarm = Math.min(Math.max(start, ALARM.earliest), ALARM.latest);
  return Math.round((24 + start - alarm) * 3600);
}

function timesOf({ from, until, hours }: CalendarEntry) {
  if (hours === null) return { allDay: true, start: new Date(from), end: new Date(until) };
  return { timezone: TIME_ZONE, start: wallClock(hours.start), end: wallClock(hours.end) };
}

/** A local time in the form of a Day.js object. The library would shift the hours of a Date. */
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
