import { addDays, type Day, isDay, isMonth } from "#domain/dates.ts";
import { withoutYearlyFields } from "#domain/events/event-fields.ts";
import type { EventFields } from "#domain/events/planned-event.ts";
import { exactDays, lengthOf, moveDays } from "./days.ts";
import { DRAFT_PUBLICATION } from "./publication.ts";

const WEEK = 7;

/** A draft of the event in another year: same texts, times and weekdays; without status, film and tickets. */
export function draftInYear(event: EventFields, year: number): EventFields {
  const { firstDay, lastDay, startTime, endTime } = exactDays(event);
  const month = isMonth(event.month) ? `${year}${event.month.slice(4)}` : event.month;
  const length = lastDay ? lengthOf(firstDay, lastDay) : 0;
  const days = firstDay
    ? moveDays(event, sameWeekdayIn(firstDay, year, length))
    : { month, firstDay: "", lastDay: "", startTime, endTime };
  return { ...withoutYearlyFields(event), ...days, publication: DRAFT_PUBLICATION };
}

/** Nearest day in `year` with the same weekday whose month also contains the next `length` days; else the same date. */
export function sameWeekdayIn(day: Day, year: number, length = 0): Day {
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
