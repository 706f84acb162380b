import { addDays, type Day, isMonth, type Moment } from "../dates.ts";
import { type EventDays, exactEventDays } from "./days.ts";
import { calendarLines } from "./event-fields.ts";
import { timeInFrench } from "./french-dates.ts";
import { type EventFields, endOfEvent, hasEventName } from "./planned-event.ts";
import { isPostponedWithoutDate, previousDateInFrench } from "./postponement.ts";

/** Assumed length in hours of an event without an end time. */
const EVENT_HOURS = 3;

export type CalendarDates = {
  title: string;
  place: string;
  details: string;
  from: Day;
  until: Day;
  /** Null for an all-day event. */
  hours: { readonly start: Moment; readonly end: Moment } | null;
  /** `tentative`: the day is unknown. `deleted`: calendars remove the entry. Cancelled events are `confirmed`. */
  status: "confirmed" | "tentative" | "deleted";
};

/** An event's calendar entry. Null if the event has no name or no valid month. */
export function calendarDates(event: EventFields): CalendarDates | null {
  const { name, place, status } = event;
  const { firstDay } = exactEventDays(event);
  const when = datesOf(event);
  if (!when || !hasEventName(event)) return null;
  const cancelled = status === "annule";
  const withoutDate = isPostponedWithoutDate(event);
  const prefix = cancelled ? "Annulé\u00a0: " : withoutDate ? "Reporté\u00a0: " : "";
  return {
    ...when,
    title: `${prefix}${name}${firstDay || cancelled ? "" : " (date à préciser)"}`,
    place,
    details: detailsOf(event, cancelled),
    status: withoutDate || !(firstDay || cancelled) ? "tentative" : "confirmed",
  };
}

/** The entry that removes a deleted event from calendars. Null for an invalid month. */
export function deletedEventDates(days: EventDays): CalendarDates | null {
  const when = datesOf(days);
  return when && { ...when, title: "Annulé", place: "", details: "", status: "deleted" };
}

function datesOf(days: EventDays): Pick<CalendarDates, "from" | "until" | "hours"> | null {
  if (!isMonth(days.month)) return null;
  const { firstDay, lastDay } = exactEventDays(days);
  const from = firstDay || `${days.month}-01`;
  return { from, until: addDays(lastDay || from, 1), hours: hoursOf(days) };
}

function hoursOf(days: EventDays): CalendarDates["hours"] {
  const { firstDay, lastDay, startTime, endTime } = exactEventDays(days);
  if (!startTime || (lastDay && !endTime)) return null;
  const start = { day: firstDay, time: startTime };
  return { start, end: endTime ? endOfEvent(days) : hoursLater(start, EVENT_HOURS) };
}

function hoursLater({ day, time }: Moment, hours: number): Moment {
  const later = new Date(Date.parse(`${day}T${time}Z`) + hours * 3_600_000).toISOString();
  return { day: later.slice(0, 10), time: later.slice(11, 16) };
}

function detailsOf(event: EventFields, cancelled: boolean): string {
  const { firstDay, lastDay, startTime, endTime } = exactEventDays(event);
  const withoutDate = isPostponedWithoutDate(event);
  const previousDate = previousDateInFrench(event);
  const lines = [
    withoutDate && "La nouvelle date n’est pas encore connue.",
    previousDate && `Date précédente\u00a0: ${previousDate}.`,
    !firstDay && !cancelled && !withoutDate && "Seul le mois est connu\u00a0: le jour reste à préciser.",
    startTime && !lastDay && !endTime && `La fin n’est pas fixée\u00a0: l’agenda réserve ${EVENT_HOURS} heures.`,
    startTime && lastDay && !endTime && `Dès ${timeInFrench(startTime)} le premier jour.`,
    ...calendarLines(event),
  ].filter(Boolean);
  return [event.notice, event.details, lines.join("\n")].filter(Boolean).join("\n\n");
}
