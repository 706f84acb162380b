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

/** `août` */
export const monthFormat = new Intl.DateTimeFormat("fr-CH", { month: "long", timeZone: "UTC" });

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

/** @returns the number of a day of a month: `1er`, `14` */
export const dayNumberInFrench = (day: Day) => (day.endsWith("-01") ? "1er" : String(Number(day.slice(8))));

/** @returns a day as it is said in a sentence: `22 novembre 2008`, `1er août 2008` */
export const dayInFrench = (day: Day): string =>
  [dayNumberInFrench(day), monthFormat.format(new Date(day)), day.slice(0, 4)].join("\u00a0");

/** @returns the day so many days after another */
export const addDays = (day: Day, count: number): Day =>
  new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10);
