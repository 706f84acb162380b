import type { PlannedEvent } from "#domain/events/planned-event.ts";
import { yearOf } from "#domain/events/years.ts";

/** @returns the path of an event's own page, which is what people share: a fragment never reaches a server */
export const eventUrl = (id: string): string => `/planning/${encodeURIComponent(id)}`;

/** @returns the path of the page of a year. @param shown the year that the planning shows */
export const yearUrl = (year: number, shown: number): string => (year === shown ? "/planning" : `/planning/${year}`);

/** @returns the path of the page on which the card of an event stands. @param shown the year that the planning shows */
export function planningPageOf(event: Pick<PlannedEvent, "month">, shown: number): string {
  const year = yearOf(event);
  return year === null || year === shown + 1 ? "/planning" : yearUrl(year, shown);
}
