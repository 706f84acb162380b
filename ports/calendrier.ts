import type { RendezVous } from "#domain/agenda.ts";

/** One entry of a calendar that others keep a copy of. */
export type EntreeCalendrier = RendezVous & {
  /** The same for as long as the event exists, and unlike that of any other event anywhere. */
  uid: string;
  /** Where people read about it. */
  adresse: string;
  /** Instant of the last change, ISO 8601 in UTC. */
  modifieLe: string;
  /** Grows with every change. */
  sequence: number;
};

/** Writes calendars that Google, Apple and Outlook read. */
export interface Calendrier {
  /**
   * @param entrees in the order to keep. Any text stays text; what no calendar may hold (control characters) is left out
   * @returns an iCalendar file (RFC 5545), the same for the same entries
   */
  ics(entrees: readonly EntreeCalendrier[]): string;
}
