/** French words about tasks. */
import { dayInFrench } from "#domain/dates.ts";
import type { Postponable } from "#domain/events/postponement.ts";
import { type DueDay, dueDayOfTask, type TaskFields } from "./task.ts";
import { distanceInFrench } from "./task-form.ts";

/** « 12 juin 2027 », « vers le 12 juin 2027 », « date à venir », or empty for a task without a date. */
export function taskDayInFrench(task: Pick<TaskFields, "due">, event: Postponable | null): string {
  if (task.due === null) return "";
  const due = dueDayOfTask(task, event);
  if (!due) return "date à venir";
  return dueDayInFrench(due);
}

/** « 12 juin 2027 », « vers le 12 juin 2027 ». */
export const dueDayInFrench = ({ day, isApproximate }: DueDay): string =>
  isApproximate ? `vers le ${dayInFrench(day)}` : dayInFrench(day);

/** « J−60 · 13 avril 2027 », or `taskDayInFrench` for a date. */
export function taskDueInFrench({ due }: Pick<TaskFields, "due">, event: Postponable | null): string {
  const day = taskDayInFrench({ due }, event);
  return due && "days" in due ? `${distanceInFrench(due.days)} · ${day}` : day;
}

export const taskCountInFrench = (count: number): string => `${count}\u00a0${count === 1 ? "tâche" : "tâches"}`;

/** « l’an dernier : Sophie ». Empty if the former person is unknown. */
export const formerPersonInFrench = (name: string): string => (name === "" ? "" : `l’an dernier\u00a0: ${name}`);
