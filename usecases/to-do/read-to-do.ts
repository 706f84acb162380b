/** « À faire »: the open tasks of all dossiers, and what the site itself finds (docs/specification.md section 23). */
import { type Day, dayInZurich } from "#domain/dates.ts";
import { ASSOCIATION, ASSOCIATION_NAME, dueDayOfTask, type StoredTask } from "#domain/dossier/task.ts";
import type { ToDo, ToDoTask } from "#domain/to-do/to-do.ts";
import type { StoredEvent } from "#stores/events.ts";
import type { Services } from "#usecases/services.ts";
import { type FoundToDoServices, findToDos, type ReportUnreadable } from "./find-to-dos.ts";

type TaskServices = Pick<Services, "tasks" | "events">;

/**
 * @param report logs why a source of `found` could not be read
 * @returns the open tasks of the association and of the events that exist and are not cancelled; unordered
 */
export async function readToDo(
  services: TaskServices & FoundToDoServices,
  now: Date,
  report: ReportUnreadable,
): Promise<ToDo> {
  const [tasks, found] = await Promise.all([readOpenTasks(services, now), findToDos(services, now, report)]);
  return { tasks, found };
}

/** Part of `readToDo`. Without open tasks of events, it reads no events. */
export async function readOpenTasks({ tasks, events }: TaskServices, now: Date): Promise<ToDoTask[]> {
  const open = await withEvents(await tasks.listOpen(), events, now);
  return open.filter(({ isCancelled }) => !isCancelled);
}

/** The tasks with their events. Omits those of deleted events. */
export async function withEvents(
  tasks: readonly StoredTask[],
  events: TaskServices["events"],
  now: Date,
): Promise<(ToDoTask & { readonly isCancelled: boolean })[]> {
  const today = dayInZurich(now);
  const bySubject = await eventsBySubject(new Set(tasks.map(({ event }) => event)), events, now);
  return tasks.flatMap((task) => {
    const event = bySubject.get(task.event);
    if (!event && task.event !== ASSOCIATION) return [];
    return { ...toDoTask(task, event ?? null, today), isCancelled: event?.status === "annule" };
  });
}

/** Whether the task is the association's, or its event still exists. */
export const hasDossier = async ({ events }: Pick<TaskServices, "events">, { event }: StoredTask): Promise<boolean> =>
  event === ASSOCIATION || (await events.findBySubject(event)) !== null;

/** Reads older events only if a subject is missing: Firestore bills each of them. Without subjects, it reads nothing. */
async function eventsBySubject(
  subjects: ReadonlySet<string>,
  events: TaskServices["events"],
  now: Date,
): Promise<Map<string, StoredEvent>> {
  const wanted = [...subjects].filter((subject) => subject !== ASSOCIATION);
  const found = new Map<string, StoredEvent>();
  for (const read of [() => events.listSinceLastYear(now), () => events.list()]) {
    if (wanted.every((subject) => found.has(subject))) break;
    for (const event of await read()) found.set(event.subject, event);
  }
  return found;
}

function toDoTask(task: StoredTask, event: StoredEvent | null, today: Day): ToDoTask {
  const due = dueDayOfTask(task, event);
  return {
    task,
    eventName: event?.name ?? ASSOCIATION_NAME,
    eventId: event?.id ?? null,
    due,
    isLate: due !== null && due.day < today && task.doneAt === "",
    changedAt: event && event.updatedAt > task.updatedAt ? event.updatedAt : task.updatedAt,
  };
}
