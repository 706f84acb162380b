/** French words about tasks. */
import { dayInFrench } from "#domain/dates.ts";
import type { Postponable } from "#domain/events/postponement.ts";
import { type DueDay, dueDayOfTask, type TaskFields } from "./task.ts";

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

/** « l’an dernier : Sophie ». Empty if the former person is unknown. */
export const formerPersonInFrench = (name: string): string => (name === "" ? "" : `l’an dernier\u00a0: ${name}`);
