/** The site deletes an inbox entry a number of calendar months after the day (in Zurich) on which it was handled. */
import { addDays, type Day, dayInZurich, isDay } from "./dates.ts";

/** Days between the announcement of a deletion to the committee and the deletion. */
export const DELETION_NOTICE_DAYS = 30;

const read = (day: Day) => day.split("-").map(Number) as [number, number, number];
const write = (year: number, month: number, day: number): Day =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);
const daysInMonth = (year: number, month: number): number => new Date(Date.UTC(year, month + 1, 0)).getUTCDate();

/** The day of deletion, `month` months after `handled`. If that day does not exist, the first of the next month. */
export function retentionDeletionDay(handled: Day, month: number): Day {
  const [year, m, j] = read(handled);
  const exists = j <= daysInMonth(year, m - 1 + month);
  return exists ? write(year, m - 1 + month, j) : write(year, m + month, 1);
}

/** Entries that were handled on the returned day or earlier must be deleted on `day`. `month`: months of retention. */
export function lastHandledDayToDelete(day: Day, month: number): Day {
  const [year, m, j] = read(day);
  return write(year, m - 1 - month, Math.min(j, daysInMonth(year, m - 1 - month)));
}

/** The time at which a day begins in Zurich. Throws a RangeError for an invalid day. */
export function startOfDayInZurich(day: Day): Date {
  if (!isDay(day)) throw new RangeError(`not a day: ${day}`);
  const summer = new Date(`${day}T00:00:00+02:00`);
  return dayInZurich(summer) === day ? summer : new Date(`${day}T00:00:00+01:00`);
}

/** Entries that were handled before the returned time must be deleted on `day`. `month`: months of retention. */
export const retentionCutoff = (day: Day, month: number): Date =>
  startOfDayInZurich(addDays(lastHandledDayToDelete(day, month), 1));
