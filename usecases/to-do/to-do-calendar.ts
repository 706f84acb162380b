/** « À faire » as a calendar file for subscriptions: the open tasks, each on its day. */
import { type CalendarEntry, writeIcs } from "#calendar/ics.ts";
import { addDays, dayInFrench } from "#domain/dates.ts";
import { toSingleLine } from "#domain/fields.ts";
import type { ToDoTask } from "#domain/to-do/to-do.ts";
import { sequenceAt } from "#stores/events.ts";
import type { Services } from "#usecases/services.ts";
import { readOpenTasks } from "./read-to-do.ts";

const NAME = "Jeunesse\u00a0: à faire";

/**
 * Tasks without a date are left out. So are done and deleted ones: a program that subscribes shows what the file has now,
 * and iPhones strike cancelled entries through instead of removing them.
 */
export async function writeToDoCalendar(
  services: Pick<Services, "tasks" | "events" | "clock">,
  publicUrl: string,
): Promise<string> {
  const tasks = await readOpenTasks(services, services.clock.now());
  const entries = tasks.flatMap((task) => entryOf(task, publicUrl) ?? []);
  // The store returns documents in any order. Sort, so that the file changes only with the tasks.
  return writeIcs(
    entries.toSorted((a, b) => (a.uid < b.uid ? -1 : 1)),
    NAME,
  );
}

/** All-day, also when the task is late: it stays on its day. Without names: the calendar's provider reads the file. */
function entryOf({ task, eventName, due, changedAt }: ToDoTask, publicUrl: string): CalendarEntry | null {
  if (!due) return null;
  const vague = `Vers le ${dayInFrench(due.day)}\u00a0: le jour de l’événement reste à préciser.`;
  return {
    uid: `tache-${task.id}@${new URL(publicUrl).host}`,
    title: toSingleLine(`${task.text} (${eventName})`),
    place: "",
    details: due.isApproximate ? vague : "",
    address: `${publicUrl}/a-faire`,
    from: due.day,
    until: addDays(due.day, 1),
    hours: null,
    status: "confirmed",
    updatedAt: changedAt,
    sequence: sequenceAt(new Date(changedAt)),
  };
}
