import type { Evenement } from "#domain/evenement.ts";
import { yearOf } from "#domain/planning/years.ts";

/** @returns the path of an event's own page, which is what people share: a fragment never reaches a server */
export const evenementUrl = (id: string): string => `/planning/${encodeURIComponent(id)}`;

/** @returns the path of the page of a year. @param shown the year that the planning shows */
export const yearUrl = (year: number, shown: number): string => (year === shown ? "/planning" : `/planning/${year}`);

/** @returns the path of the page on which the card of an event stands. @param shown the year that the planning shows */
export function planningPageOf(evenement: Pick<Evenement, "month">, shown: number): string {
  const year = yearOf(evenement);
  return year === null || year === shown + 1 ? "/planning" : yearUrl(year, shown);
}
