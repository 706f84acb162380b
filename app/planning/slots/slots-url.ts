import { eventUrl } from "#app/ui/event-url.ts";

/** Id of the section on the page of an event. */
export const SLOT_SECTION_ID = "coups-de-main";

/** Path of the page with only the form. */
export const replyPageUrl = (id: string): string => `${eventUrl(id)}/coups-de-main`;
