/** How long a dossier keeps names (docs/specification.md section 23). */
import { type Day, dayInZurich, monthsBefore } from "#domain/dates.ts";
import type { EventDays } from "#domain/events/days.ts";
import { isTaskDone, NO_FORMER_PERSON, nameSince, type Task } from "./task.ts";

/** Months after which the first name of a done task is forgotten. They count from its event, or from the task if later. */
export const NAME_RETENTION_MONTHS = 12;

/** Names that count from an earlier day are forgotten. */
const nameCutoff = (now: Date): Day => dayInZurich(monthsBefore(now, NAME_RETENTION_MONTHS));

/** The task without the names that were kept long enough; null if it keeps all its names. */
export function withoutExpiredNames<T extends Pick<Task, "who" | "doneAt" | "former">>(
  task: T,
  event: EventDays | null,
  now: Date,
): T | null {
  const cutoff = nameCutoff(now);
  const forgetsWho = task.who !== "" && isTaskDone(task) && nameSince(task, event) < cutoff;
  const forgetsFormer = task.former.name !== "" && task.former.since < cutoff;
  if (!forgetsWho && !forgetsFormer) return null;
  return {
    ...task,
    who: forgetsWho ? "" : task.who,
    former: forgetsFormer ? NO_FORMER_PERSON : task.former,
  };
}
