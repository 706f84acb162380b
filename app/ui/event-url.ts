import type { PlannedEvent } from "#domain/events/planned-event.ts";
import { yearOf } from "#domain/events/years.ts";

/** @returns path of an event's page. It can be shared, unlike a fragment of the planning, which the server never sees. */
export const eventUrl = (id: string): string => `/planning/${encodeURIComponent(id)}`;

/** @param current the year that /planning shows */
export const yearUrl = (year: number, current: number): string =>
  year === current ? "/planning" : `/planning/${year}`;

/** @returns path of the planning page with the event's card. @param current the year that /planning shows */
export function planningPageOf(event: Pick<PlannedEvent, "month">, current: number): string {
  const year = yearOf(event);
  return year === null || year === current + 1 ? "/planning" : yearUrl(year, current);
}
