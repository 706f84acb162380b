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
  return withEvents(await tasks.listOpen(), events, now);
}

/** The tasks with their events. Omits those of deleted and of cancelled events. */
export async function withEvents(
  tasks: readonly StoredTask[],
  events: TaskServices["events"],
  now: Date,
): Promise<ToDoTask[]> {
  const today = dayInZurich(now);
  const bySubject = await eventsBySubject(new Set(tasks.map(({ event }) => event)), events, now);
  return tasks.flatMap((task) => {
    if (task.event === ASSOCIATION) return toDoTask(task, null, today);
    const event = bySubject.get(task.event);
    return event && event.status !== "annule" ? toDoTask(task, event, today) : [];
  });
}

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
