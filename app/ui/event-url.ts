import type { Moment } from "#domain/dates.ts";
import { ASSOCIATION } from "#domain/dossier/task.ts";
import { hasEventPage, type PlannedEvent } from "#domain/events/planned-event.ts";
import { yearOfEvent } from "#domain/events/years.ts";

/**
 * Each event has its own page, because messengers show a preview of the link. They would ignore the fragment of
 * /planning#id.
 */
export const eventUrl = (id: string): string => `/planning/${encodeURIComponent(id)}`;

/** The committee's plan of the slots of an event. */
export const slotPlanUrl = (id: string): string => `/evenement/modify/${encodeURIComponent(id)}/coups-de-main`;

/** The committee's dossier of an event, or of the association (`ASSOCIATION`). @param id of the event */
export const dossierUrl = (id: string): string =>
  id === ASSOCIATION ? keptDossierUrl(ASSOCIATION) : `/evenement/modify/${encodeURIComponent(id)}/dossier`;

/** The dossier of a deleted event, by the event's `subject`. */
export const keptDossierUrl = (subject: string): string => `/dossiers/${encodeURIComponent(subject)}`;

/** The committee's page of who comes to these slots. */
export const whoComesUrl = (id: string): string => `${slotPlanUrl(id)}/qui-vient`;

/** Path for search engines. `pageAddress` is the short address of the event's own page. */
export const canonicalUrl = (event: PlannedEvent, now: Moment): string =>
  hasEventPage(event, now) ? `/${event.pageAddress}` : eventUrl(event.id);

/** @param current the year that /planning shows */
export const yearUrl = (year: number, current: number): string =>
  year === current ? "/planning" : `/planning/${year}`;

export function planningPageOfMonth(event: Pick<PlannedEvent, "month">, current: number): string {
  const year = yearOfEvent(event);
  return year === null || year === current + 1 ? "/planning" : yearUrl(year, current);
}
