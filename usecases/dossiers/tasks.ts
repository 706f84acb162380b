/** The committee's tasks of a dossier. */
import { dayInZurich } from "#domain/dates.ts";
import { type StoredTask, type TaskFields, taskComparisonKey } from "#domain/dossier/task.ts";
import { readTask, TASK_SENTENCES } from "#domain/dossier/task-form.ts";
import { isDoubleTap } from "#domain/double-tap.ts";
import { exactEventDays } from "#domain/events/days.ts";
import type { FieldErrors, TypedValues } from "#domain/fields.ts";
import { changedFields } from "#domain/history.ts";
import type { Person } from "#domain/person.ts";
import { type Result, refusal, success } from "#domain/result.ts";
import type { UpdateOutcome } from "#domain/stored.ts";
import type { NewTask } from "#stores/dossiers/tasks.ts";
import type { Services } from "#usecases/services.ts";
import type { DossierOwner } from "./find-dossier.ts";

type TaskServices = Pick<Services, "tasks" | "clock">;

/** The time at which tasks were added together (`StoredTask.updatedAt`). Null if all of them were there before. */
export type AddedAt = string | null;

/** Adds one task. Idempotent within the time of one tap; later, a task with the same text is refused. */
export async function addTask(
  services: TaskServices,
  owner: DossierOwner,
  typed: TypedValues,
  by: Person | null,
): Promise<Result<AddedAt, FieldErrors>> {
  const read = readTypedTask(services, owner, typed);
  if (!read.ok) return read;
  const added = await addTasksTogether(services, owner, [read.value], by);
  if (!added.ok) return refusal({ text: TASK_SENTENCES.full });
  return added.value === null ? refusal({ text: TASK_SENTENCES.taken }) : added;
}

/** A date without a year is the one nearest to the event, or to today. */
function readTypedTask({ clock }: Pick<Services, "clock">, { event }: DossierOwner, typed: TypedValues) {
  const firstDay = event ? exactEventDays(event).firstDay || (event.month && `${event.month}-01`) : "";
  return readTask(typed, { nearest: firstDay || dayInZurich(clock.now()), isAssociation: event === null });
}

/** Adds none if the dossier would have more than `TASKS_PER_EVENT_MAX`. The reason is this number. */
export async function addTasksTogether(
  { tasks, clock }: TaskServices,
  { subject }: DossierOwner,
  wanted: readonly NewTask[],
  by: Person | null,
): Promise<Result<AddedAt, number>> {
  const ids = await tasks.add(subject, wanted, by);
  const all = await tasks.list(subject);
  if (ids.length === 0) return refusal(new Set([...all, ...wanted].map(taskComparisonKey)).size);
  // Not those that somebody else has just added with another day or person.
  const isOneOf = (task: StoredTask) => ids.includes(task.id) && wanted.some((each) => hasFields(task, each));
  return success(
    lastOfThisTap(
      all.filter(isOneOf).map(({ updatedAt }) => updatedAt),
      clock.now(),
    ),
  );
}

/** The last of these times, if the present request may have written it. */
export function lastOfThisTap(times: readonly string[], now: Date): AddedAt {
  const last = times.toSorted().at(-1);
  return last !== undefined && isDoubleTap(new Date(last), now) ? last : null;
}

export type TaskUpdateOutcome =
  | { readonly is: "updated" | "gone" }
  | { readonly is: "form"; readonly errors: FieldErrors }
  | { readonly is: "outdated"; readonly now: StoredTask; readonly typed: TaskFields };

/** Changes a task. Idempotent: a task that already has these fields counts as changed. */
export async function changeTask(
  services: TaskServices,
  owner: DossierOwner,
  { id, version, typed }: { readonly id: string; readonly version: string; readonly typed: TypedValues },
  by: Person | null,
): Promise<TaskUpdateOutcome> {
  const { tasks } = services;
  const task = await tasks.get(id);
  if (task?.event !== owner.subject) return { is: "gone" };
  const read = readTypedTask(services, owner, typed);
  if (!read.ok) return { is: "form", errors: read.reason };
  if (hasFields(task, read.value)) return { is: "updated" };
  const outcome = await tasks.update(id, read.value, version, by);
  if (outcome === "taken") return { is: "form", errors: { text: TASK_SENTENCES.taken } };
  if (outcome !== "outdated") return { is: outcome === "updated" ? "updated" : "gone" };
  const now = await tasks.get(id);
  if (!now) return { is: "gone" };
  return hasFields(now, read.value) ? { is: "updated" } : { is: "outdated", now, typed: read.value };
}

const hasFields = ({ text, due, who }: TaskFields, fields: TaskFields): boolean =>
  changedFields({ text, due, who }, { text: fields.text, due: fields.due, who: fields.who }).length === 0;

/** A change of a task. `at`: time of the change, by which the revisions find the previous content. */
export type UndoableTaskChange = { readonly id: string; readonly version: string; readonly at: string };

/**
 * Restores the fields before a change. Idempotent. `outdated`: the task has changed again, or its previous content has
 * expired.
 */
export async function undoTaskChange(
  { tasks }: Pick<Services, "tasks">,
  { subject }: DossierOwner,
  { id, version, at }: UndoableTaskChange,
  by: Person | null,
): Promise<UpdateOutcome | "taken"> {
  const [task, revisions] = await Promise.all([tasks.get(id), tasks.listRevisions(id)]);
  if (task?.event !== subject) return "absent";
  const before = revisions.find(({ until }) => until === at)?.content;
  if (!before) return "outdated";
  if (hasFields(task, before)) return "updated";
  const outcome = await tasks.update(id, before, version, by);
  if (outcome === "taken") return "outdated";
  // If two requests arrive at once, the second finds the content already restored.
  const now = outcome === "outdated" ? await tasks.get(id) : null;
  return now && hasFields(now, before) ? "updated" : outcome;
}

/** Makes a task done, or open again. Idempotent. @returns the task; null if the dossier has no such task */
export async function setTaskDone(
  { tasks, clock }: TaskServices,
  { subject }: DossierOwner,
  { id, isDone }: { readonly id: string; readonly isDone: boolean },
  by: Person | null,
): Promise<StoredTask | null> {
  if ((await tasks.get(id))?.event !== subject) return null;
  return tasks.setDone(id, isDone, { at: clock.now(), by });
}

/** Moves a task to the recycle bin. Idempotent. @returns false if the dossier has no such task */
export async function deleteTask(
  { tasks, bin, clock }: TaskServices & Pick<Services, "bin">,
  { subject }: DossierOwner,
  id: string,
  by: Person | null,
): Promise<boolean> {
  const task = await tasks.get(id);
  if (!task) return (await findDeletedTask({ bin }, subject, id)) !== null;
  if (task.event !== subject) return false;
  await tasks.moveToBin([id], { at: clock.now(), by });
  return true;
}

async function findDeletedTask({ bin }: Pick<Services, "bin">, subject: string, id: string) {
  const entry = await bin.findOf(id);
  return entry?.kind === "task" && entry.fields.event === subject ? entry : null;
}

/** Restores a deleted task. Idempotent. `taken`: the dossier has a task with this text again, or is full. */
export async function restoreTask(
  { tasks, bin }: Pick<Services, "tasks" | "bin">,
  { subject }: DossierOwner,
  id: string,
  by: Person | null,
): Promise<"restored" | "taken" | "absent"> {
  const entry = await findDeletedTask({ bin }, subject, id);
  const outcome = entry ? await tasks.restore(entry.key, by) : "absent";
  if (outcome !== "absent") return outcome;
  return (await tasks.get(id))?.event === subject ? "restored" : "absent";
}
