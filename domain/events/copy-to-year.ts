import { addDays, type Day, isDay, isMonth, type Moment } from "#domain/dates.ts";
import { daysBetween, type EventDays, exactEventDays, moveEventDays } from "./days.ts";
import { withoutYearlyFields } from "./event-fields.ts";
import { areDaysInSameYear } from "./french-dates.ts";
import { areEventDaysPast, type EventFields, endOfEvent } from "./planned-event.ts";
import { DRAFT_PUBLICATION } from "./publication.ts";
import { yearOfEvent } from "./years.ts";

const WEEK = 7;

/**
 * The year for a copy of the event: after the event's own year, not before `shown`, and not over at `now`.
 * @param shown the year that /planning shows @param now in Zurich
 */
export function yearOfCopy(event: EventFields, shown: number, now: Moment): number {
  const year = Math.max((yearOfEvent(event) ?? shown) + 1, shown, Number(now.day.slice(0, 4)));
  return areEventDaysPast(draftInYear(event, year), now) ? year + 1 : year;
}

/**
 * A draft of the event in another year: same weekdays, times and texts. A New Year’s party has the same dates instead.
 * Omits fields that apply to one year.
 */
export function draftInYear(event: EventFields, year: number): EventFields {
  const { firstDay, startTime, endTime } = exactEventDays(event);
  const month = isMonth(event.month) ? `${year}${event.month.slice(4)}` : event.month;
  const days = firstDay
    ? moveEventDays(event, firstDayIn(event, year))
    : { month, firstDay: "", lastDay: "", startTime, endTime };
  return { ...withoutYearlyFields(event), ...days, publication: DRAFT_PUBLICATION };
}

function firstDayIn(event: EventDays, year: number): Day {
  const { firstDay, lastDay } = exactEventDays(event);
  const sameDate = `${year}${firstDay.slice(4)}`;
  const isNewYear = firstDay.endsWith("-12-31") || !areDaysInSameYear(firstDay, endOfEvent(event).day);
  if (isNewYear && isDay(sameDate)) return sameDate;
  const isInOneMonth = lastDay.startsWith(firstDay.slice(0, 7));
  return nearestSameWeekdayInYear(firstDay, year, isInOneMonth ? daysBetween(firstDay, lastDay) : 0);
}

/**
 * The day of `year` that is nearest to the date of `day` and has the same month and weekday. The event lasts `length`
 * more days, which must be in the same month. If no day fits, returns the date of `day`.
 */
export function nearestSameWeekdayInYear(day: Day, year: number, length = 0): Day {
  const month = `${year}${day.slice(4, 7)}`;
  // In a year without 29 February, search from the 28th.
  const same = `${month}-${day.slice(8)}`;
  const from = isDay(same) ? same : addDays(`${month}-01`, Number(day.slice(8)) - 2);
  const weekday = (candidate: Day) => new Date(candidate).getUTCDay();
  const near = Array.from({ length: WEEK + 1 }, (_, distance) => distance)
    .flatMap((distance) => [addDays(from, distance), addDays(from, -distance)])
    .filter((candidate) => weekday(candidate) === weekday(day));
  const fits = (candidate: Day) => candidate.startsWith(month) && addDays(candidate, length).startsWith(month);
  return near.find(fits) ?? from;
}
