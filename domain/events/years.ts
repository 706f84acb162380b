import { isMonth, type Moment, YEAR_RANGE } from "#domain/dates.ts";
import { areEventDaysPast, type EventFields, isAnnounced, isEventOver } from "#domain/events/planned-event.ts";
import { isPostponedWithoutDate, isRescheduled, parsePreviousDates } from "#domain/events/postponement.ts";
import type { Settings } from "#domain/settings/settings.ts";

/** Year of an event. Null for an invalid month. */
export const yearOfEvent = ({ month }: Pick<EventFields, "month">): number | null =>
  isMonth(month) ? Number(month.slice(0, 4)) : null;

/** The year in a URL segment. Null for a year outside `YEAR_RANGE` and for any other text. */
export function parseYear(text: string): number | null {
  const year = /^\d{4}$/.test(text) ? Number(text) : 0;
  return year >= YEAR_RANGE.min && year <= YEAR_RANGE.max ? year : null;
}

/** Years of the events in ascending order, without duplicates. Ignores events with an invalid month. */
export const yearsOfEvents = (events: readonly Pick<EventFields, "month">[]): number[] =>
  [...new Set(events.map(yearOfEvent))].filter((year) => year !== null).toSorted((a, b) => a - b);

/**
 * Year that `/planning` shows (docs/specification.md section 15). The automatic year is the current year, or the next
 * year if only the next year has upcoming events.
 */
export function shownPlanningYear(
  { planningYear, planningYearAutomatic }: Pick<Settings, "planningYear" | "planningYearAutomatic">,
  events: readonly EventFields[],
  now: Moment,
): number {
  if (!planningYearAutomatic) return planningYear;
  const year = Number(now.day.slice(0, 4));
  const announced = events.filter(isAnnounced);
  const isLeft = announced.some(
    (event) => yearOfEvent(event) === year && !isPostponedWithoutDate(event) && !isEventOver(event, now),
  );
  return !isLeft && announced.some((event) => yearOfEvent(event) === year + 1) ? year + 1 : year;
}

/** Whether a year has events, and each of them is over or postponed without a new date. `now`: in Zurich. */
export function isPlanningYearOver(year: number, events: readonly EventFields[], now: Moment): boolean {
  const ofYear = events.filter((event) => isAnnounced(event) && yearOfEvent(event) === year);
  return ofYear.length > 0 && ofYear.every((event) => isPostponedWithoutDate(event) || isEventOver(event, now));
}

const NEXT_YEAR_FROM = "-12-01";

/** The year to plan next. Null until December, unless all events of the year `shown` are over. */
export function offeredPlanningYear(shown: number, events: readonly EventFields[], now: Moment): number | null {
  if (!isPlanningYearOver(shown, events, now) && now.day < shown + NEXT_YEAR_FROM) return null;
  const next = Math.max(shown + 1, Number(now.day.slice(0, 4)));
  return next <= YEAR_RANGE.max ? next : null;
}

/** Events that moved from `year` to another year, if the previous date is after `now` (in Zurich). */
export const eventsMovedFrom = <E extends EventFields>(events: readonly E[], year: number, now: Moment): E[] =>
  events.filter(
    (event) =>
      isRescheduled(event) &&
      yearOfEvent(event) !== year &&
      parsePreviousDates(event).some((days) => yearOfEvent(days) === year && !areEventDaysPast(days, now)),
  );
