/** « À faire »: tasks of the dossiers, and what the site itself finds to do (docs/specification.md section 23). */
import { addDays, type Day } from "#domain/dates.ts";
import type { DueDay } from "#domain/dossier/task.ts";

/**
 * What the site finds to do. It is derived at every reading and never stored: it disappears when it is done.
 * `due`: null without a date.
 */
export type FoundToDo = {
  /** Unique within the list and the same on each reading, such as `fees-2027`. */
  readonly id: string;
  readonly text: string;
  /** Path of the page on which it is done. */
  readonly href: string;
  readonly due: DueDay | null;
};

/** `past`: late. `soon`: within `SOON_DAYS`. `later`: a month. */
export type ToDoPeriod =
  | { readonly is: "late" | "soon" | "undated" }
  | { readonly is: "later"; readonly month: string };

/** In days from today. */
export const SOON_DAYS = 14;

/** The part of « À faire » to which a day belongs. @param today in Zurich */
export function toDoPeriodOf(due: DueDay | null, today: Day): ToDoPeriod {
  if (due === null) return { is: "undated" };
  if (due.day < today) return { is: "late" };
  if (due.day <= addDays(today, SOON_DAYS)) return { is: "soon" };
  return { is: "later", month: due.day.slice(0, 7) };
}
