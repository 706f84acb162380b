/** A calendar day as `YYYY-MM-DD`, without time or zone. */
export type Day = string;

/** A calendar month as `YYYY-MM` (SPEC.md section 3, `Date` of an event). */
export type Month = string;

/** A day and an hour of it, `HH:MM`, on the village's clock. */
export type Moment = { readonly day: Day; readonly time: string };

/** Years that the planning can show. */
export const YEARS = { min: 2000, max: 2099 } as const;

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

const monthAndYearFormat = new Intl.DateTimeFormat("fr-CH", { month: "long", year: "numeric", timeZone: "UTC" });
const weekdayFormat = new Intl.DateTimeFormat("fr-CH", { weekday: "short", timeZone: "UTC" });
const monthFormat = new Intl.DateTimeFormat("fr-CH", { month: "long", timeZone: "UTC" });

const capitalise = (text: string) => text.charAt(0).toLocaleUpperCase("fr-CH") + text.slice(1);
const twoDigits = (n: number) => String(n).padStart(2, "0");
const isLeapYear = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

/**
 * The day that the village's calendar shows at this instant.
 * @param instant any point in time
 * @returns the day in Europe/Zurich
 */
export const dayInZurich = (instant: Date): Day => zurichDayFormat.format(instant);

/**
 * @param text anything, typically what a date field sent
 * @returns whether it is a day of the Gregorian calendar from 1900 on, written `YYYY-MM-DD`
 */
export function isDay(text: string): text is Day {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!parts) return false;
  const [year, month, day] = parts.slice(1).map(Number) as [number, number, number];
  const date = new Date(Date.UTC(year, month - 1, day));
  return year >= 1900 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** @returns whether it is a month written `YYYY-MM` */
export const isMonth = (text: string): text is Month => /^\d{4}-(?:0[1-9]|1[0-2])$/.test(text);

/**
 * Age in whole years; the birthday itself counts as reached (PRODUCT.md, "age").
 * Somebody born on 29 February has the birthday on 1 March in other years.
 * @param birthDate a valid day
 * @param day the day on which the age is asked
 * @returns the number of years, negative when `birthDate` lies after `day`
 */
export function ageInYears(birthDate: Day, day: Day): number {
  const years = Number(day.slice(0, 4)) - Number(birthDate.slice(0, 4));
  return day.slice(5) < birthDate.slice(5) ? years - 1 : years;
}

/**
 * The same day some years earlier; 29 February becomes 28 February where it must,
 * so that somebody born on the result has reached that age on `day`.
 * @param day a valid day
 * @param years how many years earlier
 */
export function yearsBefore(day: Day, years: number): Day {
  const year = Number(day.slice(0, 4)) - years;
  const rest = day.slice(4);
  return `${year}${rest === "-02-29" && !isLeapYear(year) ? "-02-28" : rest}`;
}

/**
 * @param day a valid day
 * @returns the day as it is written and mailed here: `05.08.2008` (SPEC.md section 3, `dateAnniv`)
 */
export const swissDay = (day: Day): string => day.split("-").reverse().join(".");

/** @returns the day that `swissDay` has written */
export const dayFromSwiss = (swiss: string): Day => swiss.split(".").reverse().join("-");

/** @returns the time of day in Zurich: `14:30` */
export const timeInZurich = (instant: Date): string => zurichTimeFormat.format(instant);

/** @returns day and hour that the village's clock shows at an instant */
export const momentInZurich = (instant: Date): Moment => ({ day: dayInZurich(instant), time: timeInZurich(instant) });

/** @returns day and time in Zurich as they are written here: `05.08.2008, 14:30` */
export const dateAndTime = (instant: Date): string => `${swissDay(dayInZurich(instant))}, ${timeInZurich(instant)}`;

/**
 * @param month a month; documents of an older site may hold another text
 * @returns month and year in French, first letter capital: `Août 2025` (SPEC.md section 2, Planning);
 * what is no month comes back as it is
 */
export function monthInFrench(month: Month): string {
  if (!isMonth(month)) return month;
  return capitalise(monthAndYearFormat.format(new Date(`${month}-01`)));
}

const dayNumberInFrench = (day: Day) => (day.endsWith("-01") ? "1er" : String(Number(day.slice(8))));

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

/** @returns a day as it is said in a sentence: `22 novembre 2008`, `1er août 2008` */
export const dayInFrench = (day: Day): string =>
  [dayNumberInFrench(day), monthFormat.format(new Date(day)), day.slice(0, 4)].join("\u00a0");

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

/** @returns the day so many days after another */
export const addDays = (day: Day, count: number): Day =>
  new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10);

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
