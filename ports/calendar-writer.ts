import type { CalendarDates } from "#domain/calendar-dates.ts";

/** One entry of a calendar that others keep a copy of. */
export type CalendarEntry = CalendarDates & {
  /** The same for as long as the event exists, and unlike that of any other event anywhere. */
  uid: string;
  /** Where people read about it; empty for a deleted event. */
  address: string;
  /** Instant of the last change, ISO 8601 in UTC. */
  updatedAt: string;
  /** Grows with every change. */
  sequence: number;
};

/** Writes calendars that Google, Apple and Outlook read. */
export interface CalendarWriter {
  /**
   * @param entries in the order to keep. Any text stays text; what no calendar may hold (control characters) is left out
   * @returns an iCalendar file (RFC 5545), the same for the same entries
   */
  writeIcs(entries: readonly CalendarEntry[]): string;
}
