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

/** The page of a dossier. @param owner `eventId`: null for the association and for a deleted event */
export const urlOfDossier = ({
  eventId,
  subject,
}: {
  readonly eventId: string | null;
  readonly subject: string;
}): string => (eventId === null ? keptDossierUrl(subject) : dossierUrl(eventId));

/** The page that changes the result of a dossier. @param dossier URL of the dossier */
export const resultUrl = (dossier: string): string => `${dossier}/resultat`;

/** @param dossier URL of the dossier */
export const notesHistoryUrl = (dossier: string): string => `${dossier}/historique`;

/** @param dossier URL of the dossier */
export const resultHistoryUrl = (dossier: string): string => `${resultUrl(dossier)}/historique`;

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
