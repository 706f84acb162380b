/** An event of one year as the draft of the same event in another one. */
import { addDays, type Day, isDay, isMonth } from "#domain/dates.ts";
import { withoutOneOffs } from "#domain/events/event-fields.ts";
import type { EventFields } from "#domain/events/planned-event.ts";
import { exactDays } from "./days.ts";
import { lastDayOfMonth } from "./french-dates.ts";
import { DRAFT } from "./publication.ts";

const WEEK = 7;

/**
 * The same event in another year: its texts and hours, and its days moved to the same weekdays. What belongs to that one
 * time does not come along: its state, its film and its tickets.
 * @param event its fields
 * @param year in which it takes place again
 */
export function draftInYear(event: EventFields, year: number): EventFields {
  const { firstDay, lastDay, startTime, endTime } = exactDays(event);
  const month = isMonth(event.month) ? `${year}${event.month.slice(4)}` : event.month;
  const length = lastDay ? daysBetween(firstDay, lastDay) : 0;
  const first = firstDay ? sameWeekday(firstDay, year, length) : "";
  const days = { firstDay: first, lastDay: first && lastDay ? lastDayWithin(first, length) : "", startTime, endTime };
  return { ...withoutOneOffs(event), month, ...days, publication: DRAFT };
}

/** An event may not leave its month. */
function lastDayWithin(first: Day, length: number): Day {
  const [last, end] = [addDays(first, length), lastDayOfMonth(first.slice(0, 7))];
  return last < end ? last : end;
}

const daysBetween = (from: Day, to: Day): number => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);

/**
 * @param day a valid day
 * @param length days that follow it and have to lie in the same month as well
 * @returns the day nearest to it in another year that has its weekday and lies in the same month; the same date where an
 * event fills nearly all of its month, so that its weekdays fit nowhere
 */
export function sameWeekday(day: Day, year: number, length = 0): Day {
  const month = `${year}${day.slice(4, 7)}`;
  // In most years there is no 29 February: the day before comes first then.
  const same = `${month}-${day.slice(8)}`;
  const from = isDay(same) ? same : addDays(`${month}-01`, Number(day.slice(8)) - 2);
  const weekday = (one: Day) => new Date(one).getUTCDay();
  const near = Array.from({ length: WEEK + 1 }, (_, distance) => distance)
    .flatMap((distance) => [addDays(from, distance), addDays(from, -distance)])
    .filter((one) => weekday(one) === weekday(day));
  const fits = (one: Day) => one.startsWith(month) && addDays(one, length).startsWith(month);
  return near.find(fits) ?? from;
}
