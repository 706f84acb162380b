import { addDays, type Day, isDay, isMonth, type Month } from "#domain/dates.ts";
import type { FieldErrors } from "#domain/fields.ts";
import { daysInFrench, lastDayOfMonth, monthInFrench, timeInFrench } from "./french-dates.ts";

export const DAY_FIELDS = ["month", "firstDay", "lastDay", "startTime", "endTime"] as const;

/** `month` is a `Month`. Days (`Day`) and times (`HH:MM`, in Zurich) may be empty. */
export type EventDays = Readonly<Record<(typeof DAY_FIELDS)[number], string>>;

export const DAYS_SENTENCES = {
  day: "Indiquez un jour qui existe, par exemple 14.06.2025.",
  firstDayToo: "Indiquez aussi le premier jour.",
  dayOfTime: "Pour donner une heure, indiquez aussi le jour.",
  order: "Le dernier jour vient avant le premier.",
  time: "Indiquez une heure, par exemple 19:30.",
  startToo: "Pour donner la fin, indiquez aussi l’heure du début.",
  noLength: "La fin est à la même heure que le début.",
  outsideMonth: (month: Month) => `Ce jour n’est pas en ${monthInFrench(month).toLocaleLowerCase("fr-CH")}.`,
} as const;

/** Whether a text is `HH:MM`. */
export const isTime = (text: string): boolean => /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text);

/** Errors of days and times by field. Ignores an invalid month. */
export function refusalsOfDays({ month, firstDay, lastDay, startTime, endTime }: EventDays): FieldErrors {
  const refusal: Record<string, string> = {};
  const days = { firstDay, lastDay };
  for (const field of ["firstDay", "lastDay"] as const) {
    const day = days[field];
    if (day === "") continue;
    if (!isDay(day)) refusal[field] = DAYS_SENTENCES.day;
    else if (isMonth(month) && !day.startsWith(month)) refusal[field] = DAYS_SENTENCES.outsideMonth(month);
  }
  if (firstDay === "" && lastDay !== "") refusal.firstDay = DAYS_SENTENCES.firstDayToo;
  else if (firstDay === "" && (startTime !== "" || endTime !== "")) refusal.firstDay = DAYS_SENTENCES.dayOfTime;
  if (!refusal.firstDay && !refusal.lastDay && lastDay !== "" && lastDay < firstDay)
    refusal.lastDay = DAYS_SENTENCES.order;
  return { ...refusal, ...refusalsOfTimes(startTime, endTime, lastDay !== "" && lastDay !== firstDay) };
}

function refusalsOfTimes(start: string, end: string, isLong: boolean): FieldErrors {
  const refusal: Record<string, string> = {};
  if (start !== "" && !isTime(start)) refusal.startTime = DAYS_SENTENCES.time;
  if (end !== "" && !isTime(end)) refusal.endTime = DAYS_SENTENCES.time;
  else if (end !== "" && start === "") refusal.startTime = DAYS_SENTENCES.startToo;
  else if (end !== "" && end === start && !isLong) refusal.endTime = DAYS_SENTENCES.noLength;
  return refusal;
}

/** The event's days and times. All are empty if `refusalsOfDays` finds an error. */
export function exactDays(event: EventDays): Omit<EventDays, "month"> {
  const { firstDay, lastDay, startTime, endTime } = event;
  return Object.keys(refusalsOfDays(event)).length === 0
    ? { firstDay, lastDay, startTime, endTime }
    : { firstDay: "", lastDay: "", startTime: "", endTime: "" };
}

/** Days and times in French: `sam. 14 juin, de 22 h à 4 h`. Empty if the day is unknown. */
export function daysAndTime(event: EventDays): string {
  const { firstDay, lastDay, startTime, endTime } = exactDays(event);
  if (!firstDay) return "";
  const days = daysInFrench(firstDay, lastDay as Day | "");
  if (!startTime) return days;
  const [start, end] = [timeInFrench(startTime), endTime && timeInFrench(endTime)];
  if (!end) return `${days}, dès ${start}`;
  return lastDay ? `${days}, dès ${start}, jusqu’à ${end}` : `${days}, de ${start} à ${end}`;
}

/** Moves an event to another first day. An event that does not fit into the month ends on the month's last day. */
export function moveDays(event: EventDays, first: Day): EventDays {
  const { firstDay, lastDay, startTime, endTime } = exactDays(event);
  const [moved, end] = [
    lastDay ? addDays(first, lengthOf(firstDay, lastDay)) : first,
    lastDayOfMonth(first.slice(0, 7)),
  ];
  const last = moved < end ? moved : end;
  return { month: first.slice(0, 7), firstDay: first, lastDay: last > first ? last : "", startTime, endTime };
}

/** Number of days from one day to another. 0 for the same day. */
export const lengthOf = (from: Day, to: Day): number => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
