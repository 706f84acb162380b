/** What the planning says of months, days and hours; other pages do without. */
import { type Day, dayNumberInFrench, isMonth, type Month, monthFormat } from "#domain/dates.ts";

const monthAndYearFormat = new Intl.DateTimeFormat("fr-CH", { month: "long", year: "numeric", timeZone: "UTC" });
const weekdayFormat = new Intl.DateTimeFormat("fr-CH", { weekday: "short", timeZone: "UTC" });

const capitalise = (text: string) => text.charAt(0).toLocaleUpperCase("fr-CH") + text.slice(1);
const twoDigits = (n: number) => String(n).padStart(2, "0");

/**
 * @param month a month; documents of an older site may hold another text
 * @returns month and year in French, first letter capital: `Août 2025` (SPEC.md section 2, Planning);
 * what is no month comes back as it is
 */
export function monthInFrench(month: Month): string {
  if (!isMonth(month)) return month;
  return capitalise(monthAndYearFormat.format(new Date(`${month}-01`)));
}

/** `sam. 14`, which stays on one line */
const weekdayInFrench = (day: Day) => `${weekdayFormat.format(new Date(day))}\u00a0${dayNumberInFrench(day)}`;

/**
 * Exact days of one month, as they are announced here.
 * @param from a valid day
 * @param to a later day of the same month; empty for none
 * @returns `sam. 14 juin`, or `du ven. 1er au dim. 3 août`
 */
export function daysInFrench(from: Day, to: Day | ""): string {
  const month = monthFormat.format(new Date(from));
  const days = to ? `du ${weekdayInFrench(from)} au ${weekdayInFrench(to)}` : weekdayInFrench(from);
  return `${days}\u00a0${month}`;
}

/**
 * @param time `HH:MM`
 * @returns the hour as it is written here: `19 h 30`, `9 h`
 */
export function timeInFrench(time: string): string {
  const [hours, minutes] = time.split(":");
  return `${Number(hours)}\u00a0h${minutes === "00" ? "" : `\u00a0${minutes}`}`;
}

/** @returns the month after the one of this day */
export const nextMonth = (day: Day): Month => {
  const [year, month] = day.split("-").map(Number) as [number, number];
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 7);
};

/** @returns the last day of a month */
export const lastDayOfMonth = (month: Month): Day => {
  const [year, number] = month.split("-").map(Number) as [number, number];
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
};

/** The twelve months for a list: two-digit number and French name, first letter capital. */
export const MONTHS = Array.from({ length: 12 }, (_, i) => ({
  number: twoDigits(i + 1),
  name: capitalise(monthFormat.format(new Date(Date.UTC(2025, i, 1)))),
}));

const zurichOffsetFormat = new Intl.DateTimeFormat("en-US", { timeZone: "Europe/Zurich", timeZoneName: "longOffset" });

/**
 * A time of day in Zurich with its distance from universal time, as ISO 8601 writes it.
 * @param day a valid day
 * @param time `HH:MM`; in the hour that spring skips and autumn repeats, either distance may come out
 * @returns `2025-06-14T19:30:00+02:00`
 */
export function zurichInstant(day: Day, time: string): string {
  const offset = (instant: Date) => /[+-]\d{2}:\d{2}/.exec(zurichOffsetFormat.format(instant))?.[0] ?? "+00:00";
  const local = `${day}T${time}:00`;
  // Taken for universal time it is one or two hours late at most: near enough to find the distance, then asked again.
  const near = offset(new Date(`${local}Z`));
  return local + offset(new Date(local + near));
}
