import type { Moment } from "#domain/dates.ts";
import { hasPage, type PlannedEvent } from "#domain/events/planned-event.ts";
import { yearOf } from "#domain/events/years.ts";

/**
 * @returns path of an event's page. Shared links have this path, so that messengers can show a preview of the event.
 * With /planning#id they could not, because the server does not receive the fragment (`#id`).
 */
export const eventUrl = (id: string): string => `/planning/${encodeURIComponent(id)}`;

/** @returns path for search engines: the big event's own page (big-event.tsx) while it exists, else `eventUrl` */
export const canonicalUrl = (event: PlannedEvent, now: Moment): string =>
  hasPage(event, now) ? `/${event.pageAddress}` : eventUrl(event.id);

/** @param current the year that /planning shows */
export const yearUrl = (year: number, current: number): string =>
  year === current ? "/planning" : `/planning/${year}`;

/** Path of the planning page that lists the event. `current`: the year that /planning shows. */
export function planningPageOf(event: Pick<PlannedEvent, "month">, current: number): string {
  const year = yearOf(event);
  return year === null || year === current + 1 ? "/planning" : yearUrl(year, current);
}
