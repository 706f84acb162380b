/** The ids of parts of a dossier in `HistorySubject`: the dossier's `subject`, or the id of its event with a prefix. */

/** No `subject` begins like this. */
const EVENT_PREFIX = "event:";

export const eventPartId = (eventId: string): string => EVENT_PREFIX + eventId;

export const addressOfPart = (id: string): { readonly eventId: string } | { readonly subject: string } =>
  id.startsWith(EVENT_PREFIX) ? { eventId: id.slice(EVENT_PREFIX.length) } : { subject: id };
