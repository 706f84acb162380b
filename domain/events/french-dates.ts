import { type Day, dayNumberInFrench, isMonth, type Month, monthFormat } from "#domain/dates.ts";
import { capitalise } from "#domain/text/capitalise.ts";

const monthAndYearFormat = new Intl.DateTimeFormat("fr-CH", { month: "long", year: "numeric", timeZone: "UTC" });
const weekdayFormats = {
  short: new Intl.DateTimeFormat("fr-CH", { weekday: "short", timeZone: "UTC" }),
  long: new Intl.DateTimeFormat("fr-CH", { weekday: "long", timeZone: "UTC" }),
};
type WeekdayLength = keyof typeof weekdayFormats;

const twoDigits = (n: number) => String(n).padStart(2, "0");

/** A month as `Août 2025` (docs/specification.md section 2). Returns an invalid month unchanged. */
export function monthInFrench(month: Month): string {
  if (!isMonth(month)) return month;
  return capitalise(monthAndYearFormat.format(new Date(`${month}-01`)));
}

const weekdayInFrench = (day: Day, length: WeekdayLength) =>
  `${weekdayFormats[length].format(new Date(day))}\u00a0${dayNumberInFrench(day)}`;

/**
 * Formats days: `sam. 14 juin`, `du ven. 1er au dim. 3 août`, `du ven. 31 juillet au sam. 1er août`. Contains the years
 * only if they differ: `du jeu. 31 décembre 2026 au ven. 1er janvier 2027`. `to` is empty for one day. A line may end
 * before a year: narrow cards would break a word otherwise. `length`: of the weekdays.
 */
export function daysInFrench(from: Day, to: Day | "", length: WeekdayLength = "short"): string {
  const withMonth = (day: Day) => `${weekdayInFrench(day, length)}\u00a0${monthFormat.format(new Date(day))}`;
  if (!to) return withMonth(from);
  if (areDaysInSameYear(from, to)) {
    const isSameMonth = from.slice(0, 7) === to.slice(0, 7);
    return `du ${isSameMonth ? weekdayInFrench(from, length) : withMonth(from)} au ${withMonth(to)}`;
  }
  const withYear = (day: Day) => `${withMonth(day)} ${day.slice(0, 4)}`;
  return `du ${withYear(from)} au ${withYear(to)}`;
}

export const areDaysInSameYear = (a: Day, b: Day): boolean => a.slice(0, 4) === b.slice(0, 4);

/** A time `HH:MM` in French: `19 h 30`, `9 h`. */
export function timeInFrench(time: string): string {
  const [hours, minutes] = time.split(":");
  return `${Number(hours)}\u00a0h${minutes === "00" ? "" : `\u00a0${minutes}`}`;
}

export const nextMonth = (day: Day): Month => {
  const [year, month] = day.split("-").map(Number) as [number, number];
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 7);
};

export const lastDayOfMonth = (month: Month): Day => {
  const [year, number] = month.split("-").map(Number) as [number, number];
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
};

export const FRENCH_MONTHS = Array.from({ length: 12 }, (_, i) => ({
  number: twoDigits(i + 1),
  name: capitalise(monthFormat.format(new Date(Date.UTC(2025, i, 1)))),
}));

const zurichOffsetFormat = new Intl.DateTimeFormat("en-US", { timeZone: "Europe/Zurich", timeZoneName: "longOffset" });

/** ISO 8601 time with Zurich's offset: `2025-06-14T19:30:00+02:00`. The repeated hour in autumn gets either offset. */
export function zurichInstant(day: Day, time: string): string {
  const offset = (instant: Date) => /[+-]\d{2}:\d{2}/.exec(zurichOffsetFormat.format(instant))?.[0] ?? "+00:00";
  const local = `${day}T${time}:00`;
  // `near` takes the local time for UTC and may be wrong near a clock change. Compute the offset again.
  const near = offset(new Date(`${local}Z`));
  return local + offset(new Date(local + near));
}
