/** Paths of the pages about the slots of an event. */

/** The committee's plan. */
export const slotsUrl = (event: string): string => `/evenement/modify/${encodeURIComponent(event)}/coups-de-main`;

/** The committee's page of who comes. */
export const whoComesUrl = (event: string): string => `${slotsUrl(event)}/qui-vient`;
