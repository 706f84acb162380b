/** « À faire »: tasks of the dossiers, and what the site itself finds to do (docs/specification.md section 23). */
import { addDays, type Day } from "#domain/dates.ts";
import type { DueDay, StoredTask } from "#domain/dossier/task.ts";
import { compareFrench } from "#domain/text/french-order.ts";

/**
 * What the site finds to do. It is derived at every reading and never stored: it disappears when it is done.
 * `due`: null without a date.
 */
export type FoundToDo = {
  /** Unique within the list and the same on each reading, such as `fees-2027`. */
  readonly id: string;
  /** Without names of members, visitors or other personal data: the committee shares it in its group chat. */
  readonly text: string;
  /** Path of the page on which it is done. */
  readonly href: string;
  readonly due: DueDay | null;
};

/** An open task, or one that was just done. */
export type ToDoTask = {
  readonly task: StoredTask;
  readonly eventName: string;
  /** Null: the task is the association's. */
  readonly eventId: string | null;
  /** Null without a date. */
  readonly due: DueDay | null;
  readonly isLate: boolean;
  /** Last change of the task or of its event, as ISO 8601 in UTC. */
  readonly changedAt: string;
};

export type ToDo = { readonly tasks: readonly ToDoTask[]; readonly found: readonly FoundToDo[] };

/** `late`: the day is past. `soon`: within `SOON_DAYS`. `later`: a month. */
export type ToDoPeriod =
  | { readonly is: "late" | "soon" | "undated" }
  | { readonly is: "later"; readonly month: string };

/** In days from today. */
export const SOON_DAYS = 14;
/** Somebody is told what is late or due within these days. */
const WEEK_DAYS = 7;

/** The part of « À faire » to which a day belongs. @param today in Zurich */
export function toDoPeriodOf(due: DueDay | null, today: Day): ToDoPeriod {
  if (due === null) return { is: "undated" };
  if (due.day < today) return { is: "late" };
  if (due.day <= addDays(today, SOON_DAYS)) return { is: "soon" };
  return { is: "later", month: due.day.slice(0, 7) };
}

/** Whether the day is past or within a week. @param today in Zurich */
export const isDueThisWeek = (due: DueDay | null, today: Day): boolean =>
  due !== null && due.day <= addDays(today, WEEK_DAYS);

/** By day, then by text. Undated ones are last. */
export const compareToDos = (a: Pick<FoundToDo, "due" | "text">, b: Pick<FoundToDo, "due" | "text">): number =>
  (a.due?.day ?? "9").localeCompare(b.due?.day ?? "9", "en") || compareFrench(a.text, b.text);
