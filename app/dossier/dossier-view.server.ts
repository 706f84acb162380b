import { notesHistoryUrl, urlOfDossier } from "#app/ui/event-url.ts";
import { actedRows, withActedRows } from "#app/ui/list/acted-rows.ts";
import { dayInZurich, instantInFrench, swissDay } from "#domain/dates.ts";
import { notesAsRichText } from "#domain/dossier/notes-blocks.server.ts";
import { STARTING_LISTS, type StartingList } from "#domain/dossier/starting-lists.ts";
import {
  compareTasks,
  EMPTY_TASK,
  isTaskDone,
  isTaskLate,
  type StoredTask,
  type Task,
  taskComparisonKey,
} from "#domain/dossier/task.ts";
import { taskAsTyped } from "#domain/dossier/task-form.ts";
import { formerPersonInFrench, taskDueInFrench } from "#domain/dossier/task-words.ts";
import { eventDateInFrench, isPostponedWithoutDate } from "#domain/events/postponement.ts";
import type { StoredNotes } from "#stores/dossiers/dossiers.ts";
import type { BinEntry } from "#stores/recycle-bin.ts";
import type { DossierOwner } from "#usecases/dossiers/find-dossier.ts";
import { findLastYears } from "#usecases/dossiers/list-dossiers.ts";
import { listProposedNames } from "#usecases/dossiers/proposed-names.ts";
import type { Services } from "#usecases/services.ts";

/** Query parameter with the time at which tasks were added together (`undoAddition`). */
export const ADDED_AT_PARAM = "ajout";

export type DossierView = Awaited<ReturnType<typeof viewDossier>>;
export type TaskRowView = DossierView["rows"][number];

type Needs = Pick<Services, "tasks" | "dossiers" | "events" | "auth" | "committee" | "bin" | "clock">;

/** @param others for the proposal of an empty dossier @param url names the rows on which the user has acted, and the tasks that were just added */
export async function viewDossier(
  services: Needs,
  owner: DossierOwner,
  others: Promise<readonly DossierOwner[]>,
  { searchParams }: URL,
) {
  const [acted, addedAt] = [actedRows(searchParams), searchParams.get(ADDED_AT_PARAM) ?? ""];
  const { subject, event, eventId, name } = owner;
  const [tasks, notes, names] = await Promise.all([
    services.tasks.list(subject),
    services.dossiers.getNotes(subject),
    listProposedNames(services),
  ]);
  const deleted = await readDeleted(services, owner, acted, tasks);
  const listed = [...tasks, ...deleted];
  const previous = await readPrevious(services, acted, tasks);
  const today = dayInZurich(services.clock.now());
  const rows = listed.toSorted(compareTasks(event)).map((task) => ({
    ...viewTask(task, event, today),
    ...outcomeOf(task, { isActed: acted.includes(task.id), before: previous.get(task.id) }, (at) =>
      instantInFrench(at, today),
    ),
  }));
  const page = urlOfDossier(owner);
  const url = page + (addedAt === "" ? "" : `?${new URLSearchParams({ [ADDED_AT_PARAM]: addedAt })}`);
  const isEmpty = rows.length === 0 && notes.notes === "" && eventId !== null;
  return {
    page,
    name,
    eventId,
    when: event ? eventDateInFrench(event, " ") : "",
    state: stateOf(event),
    isAssociation: event === null,
    isKept: event !== null && eventId === null,
    rows,
    open: tasks.filter((task) => !isTaskDone(task)).length,
    done: tasks.filter(isTaskDone).length,
    notes: notesAsRichText(notes.notes),
    /** Null if the notes were never saved. */
    notesHistory: notes.updatedAt === "" ? null : notesHistoryUrl(page),
    names,
    newTask: taskAsTyped(EMPTY_TASK),
    empty: isEmpty
      ? { lastYears: await viewLastYears(services, owner, await others), lists: viewStartingLists([]) }
      : null,
    added:
      addedAt === ""
        ? null
        : await viewAddition(services, owner, { tasks, notes, addedAt, isUndone: deleted.length > 0 }),
    url: acted.length > 0 ? withActedRows(url, acted) : url,
  };
}

function stateOf(event: DossierOwner["event"]) {
  if (event?.status === "annule") return "cancelled";
  return event && isPostponedWithoutDate(event) ? "postponed" : null;
}

async function viewLastYears(services: Needs, owner: DossierOwner, others: readonly DossierOwner[]) {
  const found = await findLastYears(services, owner, others);
  return found && viewSource(found);
}

/** « Fête de la Châtaigne, 12 octobre 2026 ». */
export const viewSource = ({ subject, name, event }: DossierOwner) => ({
  subject,
  label: [name, event && eventDateInFrench(event, " ")].filter(Boolean).join(", "),
});

export type StartingListView = ReturnType<typeof viewStartingLists>[number];

/** The starting lists with the tasks that the dossier lacks. Omits lists of which it has all tasks. */
export function viewStartingLists(existing: readonly Pick<Task, "text">[]) {
  const keys = new Set(existing.map(taskComparisonKey));
  return (Object.keys(STARTING_LISTS) as StartingList[])
    .map((id) => ({
      id,
      name: STARTING_LISTS[id].name,
      tasks: STARTING_LISTS[id].tasks.flatMap((task, position) =>
        keys.has(taskComparisonKey(task)) ? [] : [{ position, text: task.text, due: taskAsTyped(task).due }],
      ),
    }))
    .filter(({ tasks }) => tasks.length > 0);
}

type ListedTask = StoredTask & { readonly deletedAt?: Date };

/** The tasks that the user has deleted since the list was opened: their rows stay. */
async function readDeleted(
  { bin }: Pick<Services, "bin">,
  { subject }: DossierOwner,
  acted: readonly string[],
  tasks: readonly StoredTask[],
): Promise<ListedTask[]> {
  const missing = acted.filter((id) => !tasks.some((task) => task.id === id));
  if (missing.length === 0) return [];
  const entries = (await bin.list()).filter((entry): entry is BinEntry & { kind: "task" } => entry.kind === "task");
  return entries
    .filter(({ id, fields }) => fields.event === subject && missing.includes(id))
    .map(({ id, fields, at }) => ({ ...fields, id, version: "", updatedAt: "", updatedBy: null, deletedAt: at }));
}

/** The content before the last change of each task on which the user has acted. */
async function readPrevious({ tasks }: Pick<Services, "tasks">, acted: readonly string[], all: readonly StoredTask[]) {
  const found = all.filter(({ id }) => acted.includes(id));
  const revisions = await Promise.all(
    found.map(async ({ id, updatedAt }) => {
      const before = (await tasks.listRevisions(id)).find(({ until }) => until === updatedAt)?.content;
      return [id, before] as const;
    }),
  );
  return new Map(revisions);
}

function viewTask(task: ListedTask, event: DossierOwner["event"], today: string) {
  const { id, text, who, former, doneAt } = task;
  return {
    id,
    text,
    due: taskDueInFrench(task, event) || "sans date",
    who,
    former: formerPersonInFrench(former.name),
    isLate: isTaskLate(task, event, today),
    doneOn: isTaskDone(task) ? swissDay(dayInZurich(new Date(doneAt))) : "",
  };
}

type Outcome = {
  readonly outcome: string | null;
  readonly undo: "restore" | "undo-change" | "reopen" | "done" | null;
  /** `undoTaskChange` needs it. */
  readonly change: Pick<StoredTask, "version"> & { readonly at: string };
  /** Whether the row is among the done tasks: where it was when the list was opened. */
  readonly amongDone: boolean;
};

type Acted = { readonly isActed: boolean; readonly before: Pick<Task, "doneAt"> | undefined };

function outcomeOf(task: ListedTask, { isActed, before }: Acted, time: (at: Date) => string): Outcome {
  const { deletedAt, version, updatedAt } = task;
  const isDone = isTaskDone(task);
  const row = { change: { version, at: updatedAt }, amongDone: isDone };
  if (deletedAt) return { ...row, outcome: `Supprimée, ${time(deletedAt)}`, undo: "restore" };
  if (!isActed || !before) return { ...row, outcome: null, undo: null };
  const at = time(new Date(updatedAt));
  if (isTaskDone(before) === isDone) return { ...row, outcome: `Modifiée, ${at}`, undo: "undo-change" };
  const amongDone = !isDone;
  return isDone
    ? { ...row, amongDone, outcome: `Fait, ${at}`, undo: "reopen" }
    : { ...row, amongDone, outcome: `Rouverte, ${at}`, undo: "done" };
}

type Addition = {
  readonly tasks: readonly StoredTask[];
  readonly notes: StoredNotes;
  readonly addedAt: string;
  readonly isUndone: boolean;
};

/** What was added together: tasks, and notes that were taken with them. Changed tasks are no longer among them. */
async function viewAddition(
  { dossiers }: Pick<Services, "dossiers">,
  { subject }: DossierOwner,
  { tasks, notes, addedAt, isUndone }: Addition,
) {
  const count = tasks.filter(({ updatedAt }) => updatedAt === addedAt).length;
  const revisions = notes.updatedAt === addedAt ? await dossiers.listNotesRevisions(subject) : null;
  const before = revisions?.find(({ until }) => until === addedAt)?.content.notes ?? "";
  return {
    at: addedAt,
    count,
    hasNotes: revisions !== null && notes.notes !== before,
    isUndone: isUndone && count === 0,
  };
}
