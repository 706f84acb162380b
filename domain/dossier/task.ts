/** Tasks of an event, or of the association (docs/specification.md section 23). */
import { addDays, type Day, dayInZurich, isMonth } from "#domain/dates.ts";
import { daysBetween, type EventDays, exactEventDays } from "#domain/events/days.ts";
import { endOfEvent } from "#domain/events/planned-event.ts";
import { isPostponedWithoutDate, type Postponable } from "#domain/events/postponement.ts";
import type { Person } from "#domain/person.ts";
import { compareFrench } from "#domain/text/french-order.ts";
import { foldText } from "#domain/text/search.ts";

/** The dossier that belongs to no event. It is used like the `subject` of an event, which has 20 characters or more. */
export const ASSOCIATION = "association";

export const ASSOCIATION_NAME = "Association";

/** `days`: distance from the first day of the event, negative before this day. `day`: a date, which never moves. */
export type TaskDue = { readonly days: number } | { readonly day: Day };

export type TaskFields = {
  /** What is to be done: « Réserver la salle ». */
  readonly text: string;
  /** Null: the task has no date. */
  readonly due: TaskDue | null;
  /** First name of the person who does it. Empty: nobody yet. */
  readonly who: string;
};

/** The person who did the same task in the dossier from which it was copied. */
export type FormerPerson = {
  /** First name. Empty: unknown, or forgotten. */
  readonly name: string;
  /** The first day of the time after which the name is forgotten (`nameCutoff`). */
  readonly since: Day | "";
};

export const NO_FORMER_PERSON: FormerPerson = { name: "", since: "" };

/** Content of a task with the fields that only the store changes. */
export type Task = TaskFields & {
  readonly id: string;
  /** `subject` of the event, or `ASSOCIATION`. It never changes. */
  readonly event: string;
  /** When the task was done, as ISO 8601 in UTC. Empty: it is open. */
  readonly doneAt: string;
  readonly former: FormerPerson;
  readonly version: string;
};

/** A task with its last save. `updatedAt`: ISO 8601 in UTC. Tasks that were added together have the same time. */
export type StoredTask = Task & { readonly updatedAt: string; readonly updatedBy: Person | null };

export const EMPTY_TASK: Omit<Task, "id" | "version"> = {
  text: "",
  due: null,
  who: "",
  event: "",
  doneAt: "",
  former: NO_FORMER_PERSON,
};

/** Per dossier. */
export const TASKS_PER_EVENT_MAX = 200;

/** Comparison key: a dossier has at most one task with the same text. */
export const taskComparisonKey = ({ text }: Pick<TaskFields, "text">): string => foldText(text);

export const isTaskDone = ({ doneAt }: Pick<Task, "doneAt">): boolean => doneAt !== "";

/** The day until which a task is to be done. `isApproximate`: the event has a month, but no day yet. */
export type DueDay = { readonly day: Day; readonly isApproximate: boolean };

/**
 * The day until which a task is to be done. Null: the task has no date, or its event has none yet. Without an exact day,
 * distances count from the first day of the month.
 * @param event null for the association
 */
export function dueDayOfTask({ due }: Pick<TaskFields, "due">, event: Postponable | null): DueDay | null {
  if (due === null) return null;
  if ("day" in due) return { day: due.day, isApproximate: false };
  if (!event || isPostponedWithoutDate(event)) return null;
  const { firstDay } = exactEventDays(event);
  if (firstDay !== "") return { day: addDays(firstDay, due.days), isApproximate: false };
  return isMonth(event.month) ? { day: addDays(`${event.month}-01`, due.days), isApproximate: true } : null;
}

/** Whether the day is past and the task is still open. Nothing is late for a cancelled event. @param today in Zurich */
export const isTaskLate = (task: Pick<Task, "due" | "doneAt">, event: Postponable | null, today: Day): boolean => {
  const due = dueDayOfTask(task, event);
  return !isTaskDone(task) && due !== null && due.day < today && event?.status !== "annule";
};

/** Order of a dossier: by day, then by text. Tasks without a date are last. */
export const compareTasks =
  (event: Postponable | null) =>
  (a: TaskFields, b: TaskFields): number =>
    rankOf(a, event) - rankOf(b, event) || compareFrench(a.text, b.text);

/** Distances and dates of one dossier are compared as days since an arbitrary day. */
function rankOf({ due }: TaskFields, event: Postponable | null): number {
  const day = dueDayOfTask({ due }, event)?.day;
  if (day !== undefined) return daysBetween("2000-01-01", day);
  // The event has no date yet: its distances keep their order.
  return due && "days" in due ? 1e6 + due.days : 1e7;
}

/**
 * The tasks of an event as the tasks of another event: open, without a person, with the names of the former ones.
 * @param from null for the association
 */
export const copyTasks = (tasks: readonly Task[], from: Postponable | null): (TaskFields & Pick<Task, "former">)[] =>
  tasks.toSorted(compareTasks(from)).map((task) => ({
    text: task.text,
    due: copyDue(task.due, from),
    who: "",
    former: task.who === "" ? task.former : { name: task.who, since: nameSince(task, from) },
  }));

/** A date becomes the distance that it had from its event. It is left out if the event had no day. */
function copyDue(due: TaskDue | null, from: Postponable | null): TaskDue | null {
  if (due === null || "days" in due) return due;
  const firstDay = from ? exactEventDays(from).firstDay : "";
  return firstDay === "" ? null : { days: daysBetween(firstDay, due.day) };
}

/** The day from which the retention of a task's name counts: the end of its event, or the day of the task if later. */
export function nameSince({ doneAt }: Pick<Task, "doneAt">, event: EventDays | null): Day | "" {
  const done = doneAt === "" ? "" : dayInZurich(new Date(doneAt));
  const end = event && isMonth(event.month) ? endOfEvent(event).day : "";
  return end > done ? end : done;
}
