/** Retention of handled inbox entries: in calendar months from the day of handling in Zurich. */
import { addDays, type Day, dayInZurich, isDay } from "./dates.ts";

/** The committee's pages announce a deletion this many days before it. */
export const NOTICE_DAYS = 30;

const read = (day: Day) => day.split("-").map(Number) as [number, number, number];
const write = (year: number, month: number, day: number): Day =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);
const daysInMonth = (year: number, month: number): number => new Date(Date.UTC(year, month + 1, 0)).getUTCDate();

/** The day of deletion, `month` months after `handled`; the first of the next month if that day does not exist. */
export function deletedOn(handled: Day, month: number): Day {
  const [year, m, j] = read(handled);
  const exists = j <= daysInMonth(year, m - 1 + month);
  return exists ? write(year, m - 1 + month, j) : write(year, m + month, 1);
}

/** Inverse of `deletedOn`: on `day`, entries that were handled on the returned day or before must be deleted. */
export function lastDayDeleted(day: Day, month: number): Day {
  const [year, m, j] = read(day);
  return write(year, m - 1 - month, Math.min(j, daysInMonth(year, m - 1 - month)));
}

/** The instant at which a day begins in Zurich. Throws a RangeError for an invalid day. */
export function startOfDay(day: Day): Date {
  if (!isDay(day)) throw new RangeError(`not a day: ${day}`);
  const summer = new Date(`${day}T00:00:00+02:00`);
  return dayInZurich(summer) === day ? summer : new Date(`${day}T00:00:00+01:00`);
}

/** On `day`, entries that were handled before the returned instant must be deleted. */
export const retentionLimit = (day: Day, month: number): Date => startOfDay(addDays(lastDayDeleted(day, month), 1));
