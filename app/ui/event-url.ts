import type { Moment } from "#domain/dates.ts";
import { hasPage, type PlannedEvent } from "#domain/events/planned-event.ts";
import { yearOf } from "#domain/events/years.ts";

/**
 * A page of its own for each event: messengers show a preview of this link. They cannot see the fragment of
 * /planning#id.
 */
export const eventUrl = (id: string): string => `/planning/${encodeURIComponent(id)}`;

/** The committee's plan of the slots of an event. */
export const planUrl = (id: string): string => `/evenement/modify/${encodeURIComponent(id)}/coups-de-main`;

/** The committee's page of who comes to these slots. */
export const whoComesUrl = (id: string): string => `${planUrl(id)}/qui-vient`;

/** Path for search engines. `pageAddress` is the short address of the event's own page. */
export const canonicalUrl = (event: PlannedEvent, now: Moment): string =>
  hasPage(event, now) ? `/${event.pageAddress}` : eventUrl(event.id);

/** @param current the year that /planning shows */
export const yearUrl = (year: number, current: number): string =>
  year === current ? "/planning" : `/planning/${year}`;

export function planningPageOf(event: Pick<PlannedEvent, "month">, current: number): string {
  const year = yearOf(event);
  return year === null || year === current + 1 ? "/planning" : yearUrl(year, current);
}
