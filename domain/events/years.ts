/** The years of the planning: which one is shown, which are kept as archives, and when the next one comes. */
import { isMonth, type Moment, YEARS } from "#domain/dates.ts";
import { type EventFields, isAnnounced, isOver, type PlannedEvent } from "#domain/events/planned-event.ts";
import type { Settings } from "#domain/settings/settings.ts";

/** @returns the year of an event; null where an older site wrote a month that is none: it stands on the page of every year */
export const yearOf = ({ month }: Pick<EventFields, "month">): number | null =>
  isMonth(month) ? Number(month.slice(0, 4)) : null;

/** @param text a segment of a URL @returns the year that it names; null for none that the planning can show */
export function yearIn(text: string): number | null {
  const year = /^\d{4}$/.test(text) ? Number(text) : 0;
  return year >= YEARS.min && year <= YEARS.max ? year : null;
}

/** @returns the years that have events, in order */
export const yearsOf = (events: readonly Pick<EventFields, "month">[]): number[] =>
  [...new Set(events.map(yearOf))].filter((year) => year !== null).toSorted((a, b) => a - b);

/**
 * The year that `/planning` shows (SPEC.md section 9): that of the settings. Where these say "automatic", it is this year,
 * and already the next one once nothing more comes this year and something of the next one is announced.
 * @param now day and hour in Zurich
 */
export function shownYear(
  { planningYear, planningYearAutomatic }: Pick<Settings, "planningYear" | "planningYearAutomatic">,
  events: readonly EventFields[],
  now: Moment,
): number {
  if (!planningYearAutomatic) return planningYear;
  const year = Number(now.day.slice(0, 4));
  const announced = events.filter(isAnnounced);
  const isLeft = announced.some((one) => yearOf(one) === year && !isOver(one, now));
  return !isLeft && announced.some((one) => yearOf(one) === year + 1) ? year + 1 : year;
}

/** From this day on the next year may be shown, whatever is still to come: 1 December. */
const NEXT_YEAR_FROM = "-12-01";

/**
 * When the committee is offered the next year: the last event of the shown one is over, or it is December.
 * @param shown the year that `/planning` shows
 * @param now day and hour in Zurich
 * @returns the year to show next; null as long as it is too early
 */
export function offeredYear(shown: number, events: readonly EventFields[], now: Moment): number | null {
  const ofYear = events.filter((one) => isAnnounced(one) && yearOf(one) === shown);
  const isDone = ofYear.length > 0 && ofYear.every((one) => isOver(one, now));
  if (!isDone && now.day < shown + NEXT_YEAR_FROM) return null;
  const next = Math.max(shown + 1, Number(now.day.slice(0, 4)));
  return next <= YEARS.max ? next : null;
}

/** @returns whether the year that an event is taken up again in is this one: the next, or the one that the planning shows by now */
export const yearAgain = (event: Pick<PlannedEvent, "month">, shown: number): number =>
  Math.max((yearOf(event) ?? shown) + 1, shown);
