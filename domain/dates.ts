/** A date `YYYY-MM-DD`, without time or zone. */
export type Day = string;

/** A month `YYYY-MM` (docs/specification.md section 3, `Date` of an event). */
export type Month = string;

/** A day, and a time `HH:MM`, in Zurich. */
export type Moment = { readonly day: Day; readonly time: string };

export const YEAR_RANGE = { min: 2000, max: 2099 } as const;

const zurichDayFormat = new Intl.DateTimeFormat("en-CA", {
  timeZone: "Europe/Zurich",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
});

const zurichTimeFormat = new Intl.DateTimeFormat("fr-CH", {
  timeZone: "Europe/Zurich",
  hour: "2-digit",
  minute: "2-digit",
});

export const monthFormat = new Intl.DateTimeFormat("fr-CH", { month: "long", timeZone: "UTC" });

const shortDayFormat = new Intl.DateTimeFormat("fr-CH", {
  weekday: "short",
  day: "numeric",
  month: "short",
  timeZone: "UTC",
});

const isLeapYear = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

/** The day in Zurich at an instant. */
export const dayInZurich = (instant: Date): Day => zurichDayFormat.format(instant);

/** Whether a text is an existing day `YYYY-MM-DD`, in 1900 or later. */
export function isDay(text: string): text is Day {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!parts) return false;
  const [year, month, day] = parts.slice(1).map(Number) as [number, number, number];
  const date = new Date(Date.UTC(year, month - 1, day));
  return year >= 1900 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** Whether a text is `YYYY-MM`. */
export const isMonth = (text: string): text is Month => /^\d{4}-(?:0[1-9]|1[0-2])$/.test(text);

/** Age in whole years, negative before birth (docs/specification.md section 5). */
export function ageInYears(birthDate: Day, day: Day): number {
  const years = Number(day.slice(0, 4)) - Number(birthDate.slice(0, 4));
  return day.slice(5) < birthDate.slice(5) ? years - 1 : years;
}

/** The same day `years` earlier. 29 February becomes 28 February if the year has none. */
export function yearsBefore(day: Day, years: number): Day {
  const year = Number(day.slice(0, 4)) - years;
  const rest = day.slice(4);
  return `${year}${rest === "-02-29" && !isLeapYear(year) ? "-02-28" : rest}`;
}

/** The same instant `count` calendar months earlier, in UTC; on the last day of a month that is shorter. */
export function monthsBefore(instant: Date, count: number): Date {
  const earlier = new Date(instant);
  earlier.setUTCMonth(earlier.getUTCMonth() - count);
  // JavaScript goes on to the next month: what is kept for months would be erased days too early.
  if (earlier.getUTCDate() !== instant.getUTCDate()) earlier.setUTCDate(0);
  return earlier;
}

/** Formats a day as `05.08.2008` (docs/specification.md section 3, `dateAnniv`). */
export const swissDay = (day: Day): string => day.split("-").reverse().join(".");

/** Turns a valid `05.08.2008` into `2008-08-05`. */
export const parseSwissDay = (swiss: string): Day => swiss.split(".").reverse().join("-");

/** The time `HH:MM` in Zurich at an instant. */
export const timeInZurich = (instant: Date): string => zurichTimeFormat.format(instant);

/** The time as it is written in French, `23 h 10`, after the day unless it is `today`: `05.08.2025 à 23 h 10`. */
export function instantInFrench(instant: Date, today: Day): string {
  const time = timeInZurich(instant).replace(":", "\u00a0h\u00a0");
  const day = dayInZurich(instant);
  return day === today ? time : `${swissDay(day)} à ${time}`;
}

/** The day and the time in Zurich at an instant. */
export const momentInZurich = (instant: Date): Moment => ({ day: dayInZurich(instant), time: timeInZurich(instant) });

/** Day and time in Zurich at an instant: `05.08.2025, 14:03`. */
export const swissDateAndTime = (instant: Date): string =>
  `${swissDay(dayInZurich(instant))}, ${timeInZurich(instant)}`;

/** Day of the month in French: `1er`, `14`. */
export const dayNumberInFrench = (day: Day) => (day.endsWith("-01") ? "1er" : String(Number(day.slice(8))));

/** A day in French: `22 novembre 2008`, `1er août 2008`. */
export const dayInFrench = (day: Day): string => `${dayAndMonthInFrench(day)}\u00a0${day.slice(0, 4)}`;

/** A day in French without its year: `22 novembre`, `1er août`. */
export const dayAndMonthInFrench = (day: Day): string =>
  `${dayNumberInFrench(day)}\u00a0${monthFormat.format(new Date(day))}`;

/** Days in short form: `Sam. 28 nov.`, `Sam. 1er – lun. 3 août`. `to` is empty for one day. */
export function shortDaysInFrench(from: Day, to: Day | ""): string {
  const days = shortDayFormat.formatRange(new Date(from), new Date(to || from));
  return days.charAt(0).toUpperCase() + days.slice(1).replace(/\b1\b/g, "1er").replaceAll("\u2009", " ");
}

/** The day `count` days after `day`. `count` may be negative. */
export const addDays = (day: Day, count: number): Day =>
  new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10);
