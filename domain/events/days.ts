import { addDays, type Day, isDay, isMonth, type Month, shortDaysInFrench } from "#domain/dates.ts";
import type { FieldErrors } from "#domain/fields.ts";
import { daysInFrench, monthInFrench, timeInFrench } from "./french-dates.ts";

export const EVENT_DAY_FIELDS = ["month", "firstDay", "lastDay", "startTime", "endTime"] as const;

/** `month` is a `Month`, that of the first day. The last day may be in a later month. Days (`Day`) and times (`HH:MM`, in Zurich) may be empty. */
export type EventDays = Readonly<Record<(typeof EVENT_DAY_FIELDS)[number], string>>;

export const EVENT_DAYS_SENTENCES = {
  day: "Indiquez un jour qui existe, par exemple 14.06.2025.",
  firstDayToo: "Indiquez aussi le premier jour.",
  dayOfTime: "Pour donner une heure, indiquez aussi le jour.",
  order: "Le dernier jour vient avant le premier.",
  length: "Il y aurait un an ou plus entre ces deux jours. Vérifiez l’année du dernier.",
  time: "Indiquez une heure, par exemple 19:30.",
  startToo: "Pour donner la fin, indiquez aussi l’heure du début.",
  noLength: "La fin est à la même heure que le début.",
  outsideMonth: (month: Month) => `Ce jour n’est pas en ${monthInFrench(month).toLocaleLowerCase("fr-CH")}.`,
} as const;

/** Whether a text is `HH:MM`. */
export const isTimeOfDay = (text: string): boolean => /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text);

/** Maximum duration in days. A longer event has a mistyped year. */
const LENGTH_MAX_DAYS = 364;

/** Errors of days and times by field. Ignores an invalid month. */
export function eventDaysErrors({ month, firstDay, lastDay, startTime, endTime }: EventDays): FieldErrors {
  const refusal: Record<string, string> = {};
  const days = { firstDay, lastDay };
  for (const field of ["firstDay", "lastDay"] as const) {
    const day = days[field];
    if (day === "") continue;
    if (!isDay(day)) refusal[field] = EVENT_DAYS_SENTENCES.day;
  }
  if (isDay(firstDay) && isMonth(month) && !firstDay.startsWith(month))
    refusal.firstDay = EVENT_DAYS_SENTENCES.outsideMonth(month);
  if (firstDay === "" && lastDay !== "") refusal.firstDay = EVENT_DAYS_SENTENCES.firstDayToo;
  else if (firstDay === "" && (startTime !== "" || endTime !== "")) refusal.firstDay = EVENT_DAYS_SENTENCES.dayOfTime;
  if (isDay(firstDay) && isDay(lastDay)) {
    if (lastDay < firstDay) refusal.lastDay = EVENT_DAYS_SENTENCES.order;
    else if (daysBetween(firstDay, lastDay) > LENGTH_MAX_DAYS) refusal.lastDay = EVENT_DAYS_SENTENCES.length;
  }
  return { ...refusal, ...refusalsOfTimes(startTime, endTime, lastDay !== "" && lastDay !== firstDay) };
}

function refusalsOfTimes(start: string, end: string, isLong: boolean): FieldErrors {
  const refusal: Record<string, string> = {};
  if (start !== "" && !isTimeOfDay(start)) refusal.startTime = EVENT_DAYS_SENTENCES.time;
  if (end !== "" && !isTimeOfDay(end)) refusal.endTime = EVENT_DAYS_SENTENCES.time;
  else if (end !== "" && start === "") refusal.startTime = EVENT_DAYS_SENTENCES.startToo;
  else if (end !== "" && end === start && !isLong) refusal.endTime = EVENT_DAYS_SENTENCES.noLength;
  return refusal;
}

/** The event's days and times. All are empty if `eventDaysErrors` finds an error. */
export function exactEventDays(event: EventDays): Omit<EventDays, "month"> {
  const { firstDay, lastDay, startTime, endTime } = event;
  return Object.keys(eventDaysErrors(event)).length === 0
    ? { firstDay, lastDay, startTime, endTime }
    : { firstDay: "", lastDay: "", startTime: "", endTime: "" };
}

/** Days and times in French: `sam. 14 juin, de 22 h à 4 h`. Empty if the day is unknown. */
export function eventDaysAndTimeInFrench(event: EventDays): string {
  const { firstDay, lastDay, startTime, endTime } = exactEventDays(event);
  if (!firstDay) return "";
  const days = daysInFrench(firstDay, lastDay as Day | "");
  if (!startTime) return days;
  const [start, end] = [timeInFrench(startTime), endTime && timeInFrench(endTime)];
  if (!end) return `${days}, dès ${start}`;
  return lastDay ? `${days}, dès ${start}, jusqu’à ${end}` : `${days}, de ${start} à ${end}`;
}

/** The time in French, after the days: `, dès 20 h`. Empty if unknown. */
export function eventTimeInFrench(event: EventDays): string {
  const { firstDay, lastDay } = exactEventDays(event);
  return firstDay && eventDaysAndTimeInFrench(event).slice(daysInFrench(firstDay, lastDay as Day | "").length);
}

/** Moves an event with known days to another first day. */
export function moveEventDays(event: EventDays, first: Day): EventDays {
  const { firstDay, lastDay, startTime, endTime } = exactEventDays(event);
  const last = lastDay && addDays(first, daysBetween(firstDay, lastDay));
  return { month: first.slice(0, 7), firstDay: first, lastDay: last, startTime, endTime };
}

/** Number of days from one day to another. 0 for the same day. */
export const daysBetween = (from: Day, to: Day): number => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);

/**
 * The date of an event in few characters: `Sam. 12 déc.`. If the event has no exact day, its month: `Décembre 2026`.
 */
export function shortEventDateInFrench(event: EventDays): string {
  const { firstDay, lastDay } = exactEventDays(event);
  return firstDay ? shortDaysInFrench(firstDay, lastDay) : monthInFrench(event.month);
}
