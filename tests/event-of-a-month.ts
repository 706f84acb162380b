import { EMPTY_EVENT, type EventFields } from "#domain/events/planned-event.ts";

/** @returns the fields of an event without exact days, in August 2025, with the given fields replaced */
export const anEvent = (fields: Partial<EventFields> = {}): EventFields => ({
  ...EMPTY_EVENT,
  name: "Fête",
  month: "2025-08",
  place: "Savièse",
  ...fields,
});
