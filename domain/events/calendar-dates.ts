/** How an event stands in somebody's calendar. */
import { addDays, type Day, isMonth } from "../dates.ts";
import { type EventDays, exactDays } from "./days.ts";
import { calendarLines } from "./event-fields.ts";
import { timeInFrench } from "./french-dates.ts";
import { type EventFields, endOf, hasName } from "./planned-event.ts";

/** How long an event with an hour takes up in a calendar where nobody says when it ends. */
const EVENT_HOURS = 3;

/** An hour of a day on the village's clock. */
export type WallTime = { readonly day: Day; readonly time: string };

export type CalendarDates = {
  title: string;
  /** Empty for a deleted event. */
  place: string;
  /** Several lines, or empty. */
  details: string;
  from: Day;
  /** The day after the last one. */
  until: Day;
  /** When it begins and ends, `HH:MM` in Zurich; null: whole days. */
  hours: { readonly start: WallTime; readonly end: WallTime } | null;
  /** A cancelled event stays in people's calendars, where its title says so; a deleted one leaves them. */
  status: "confirmed" | "tentative" | "deleted";
};

/**
 * @param event its fields
 * @returns its entry in a calendar; null when an older site wrote a month that is none, so that no day can stand for it,
 * or no name
 */
export function calendarDates(event: EventFields): CalendarDates | null {
  const { name, place, status } = event;
  const { firstDay } = exactDays(event);
  const when = datesOf(event);
  if (!when || !hasName(event)) return null;
  const cancelled = status === "annule";
  const postponed = !cancelled && status === "reporte";
  const prefix = cancelled ? "Annulé\u00a0: " : postponed ? "Reporté\u00a0: " : "";
  return {
    ...when,
    title: `${prefix}${name}${firstDay || cancelled ? "" : " (date à préciser)"}`,
    place,
    details: detailsOf(event, cancelled),
    status: postponed || !(firstDay || cancelled) ? "tentative" : "confirmed",
  };
}

/**
 * What calendars need to remove a deleted event, and nothing that the committee wrote about it.
 * @returns null for a month that is none
 */
export function deletedDates(days: EventDays): CalendarDates | null {
  const when = datesOf(days);
  return when && { ...when, title: "Annulé", place: "", details: "", status: "deleted" };
}

function datesOf(days: EventDays): Pick<CalendarDates, "from" | "until" | "hours"> | null {
  if (!isMonth(days.month)) return null;
  const { firstDay, lastDay } = exactDays(days);
  const from = firstDay || `${days.month}-01`;
  return { from, until: addDays(lastDay || from, 1), hours: hoursOf(days) };
}

/** @returns null where nobody knows when it begins, or when an event of several days ends */
function hoursOf(days: EventDays): CalendarDates["hours"] {
  const { firstDay, lastDay, startTime, endTime } = exactDays(days);
  if (!startTime || (lastDay && !endTime)) return null;
  const start = { day: firstDay, time: startTime };
  return { start, end: endTime ? endOf(days) : hoursLater(start, EVENT_HOURS) };
}

function hoursLater({ day, time }: WallTime, hours: number): WallTime {
  const later = new Date(Date.parse(`${day}T${time}Z`) + hours * 3_600_000).toISOString();
  return { day: later.slice(0, 10), time: later.slice(11, 16) };
}

function detailsOf(event: EventFields, cancelled: boolean): string {
  const { firstDay, lastDay, startTime, endTime } = exactDays(event);
  const lines = [
    !firstDay && !cancelled && "Seul le mois est connu\u00a0: le jour reste à préciser.",
    startTime && !lastDay && !endTime && `La fin n’est pas fixée\u00a0: l’agenda réserve ${EVENT_HOURS} heures.`,
    startTime && lastDay && !endTime && `Dès ${timeInFrench(startTime)} le premier jour.`,
    ...calendarLines(event),
  ].filter(Boolean);
  return [event.details, lines.join("\n")].filter(Boolean).join("\n\n");
}
