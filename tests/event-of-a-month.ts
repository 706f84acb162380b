import { EMPTY_EVENT, type EventFields } from "#domain/events/planned-event.ts";

/** @returns the fields of an event of which only the month is known, but for what is given */
export const anEvent = (fields: Partial<EventFields> = {}): EventFields => ({
  ...EMPTY_EVENT,
  name: "Fête",
  month: "2025-08",
  place: "Savièse",
  ...fields,
});
