import type { PlannedEvent } from "#domain/events/planned-event.ts";
import { yearOf } from "#domain/events/years.ts";

/** @returns path of an event's page. Link previews work for it, unlike for a fragment, which the server never sees. */
export const eventUrl = (id: string): string => `/planning/${encodeURIComponent(id)}`;

/** Path of the planning page of a year. `current`: the year that /planning shows. */
export const yearUrl = (year: number, current: number): string =>
  year === current ? "/planning" : `/planning/${year}`;

/** Path of the planning page that lists the event. `current`: the year that /planning shows. */
export function planningPageOf(event: Pick<PlannedEvent, "month">, current: number): string {
  const year = yearOf(event);
  return year === null || year === current + 1 ? "/planning" : yearUrl(year, current);
}
