/**
 * How long the committee keeps what it has dealt with. Counted in calendar months from the day in Zurich on which an
 * entry was handled, so that the day which is announced is the day it happens.
 */
import { type Day, dayInZurich, isDay } from "./dates.ts";

/** So many days beforehand the screens announce what is going to be deleted. */
export const NOTICE_DAYS = 30;

const read = (day: Day) => day.split("-").map(Number) as [number, number, number];
const write = (year: number, month: number, day: number): Day =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);
const daysInMonth = (year: number, month: number): number => new Date(Date.UTC(year, month + 1, 0)).getUTCDate();

/** @returns the day `count` days after `day` */
export function daysLater(day: Day, count: number): Day {
  const [year, month, j] = read(day);
  return write(year, month - 1, j + count);
}

/**
 * @param handled the day on which an entry was handled
 * @param month how many months it is kept
 * @returns the day on which it is deleted: the same number so many months later, or the first of the month after
 * where that month is too short
 */
export function deletedOn(handled: Day, month: number): Day {
  const [year, m, j] = read(handled);
  const exists = j <= daysInMonth(year, m - 1 + month);
  return exists ? write(year, m - 1 + month, j) : write(year, m + month, 1);
}

/** @returns the last day whose treated entries are deleted on `day` at the latest; undoes `deletedOn` */
export function lastDayDeleted(day: Day, month: number): Day {
  const [year, m, j] = read(day);
  return write(year, m - 1 - month, Math.min(j, daysInMonth(year, m - 1 - month)));
}

/** @returns the instant at which a day begins in Zurich */
export function startOfDay(day: Day): Date {
  if (!isDay(day)) throw new RangeError(`not a day: ${day}`);
  const summer = new Date(`${day}T00:00:00+02:00`);
  return dayInZurich(summer) === day ? summer : new Date(`${day}T00:00:00+01:00`);
}

/** @returns the instant before which an entry must have been treated to be deleted on `day` */
export const retentionLimit = (day: Day, month: number): Date => startOfDay(daysLater(lastDayDeleted(day, month), 1));
