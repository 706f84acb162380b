/** The tasks of dossiers: documents `tasks/{random}`. */

import {
  EMPTY_TASK,
  isTaskDone,
  type StoredTask,
  TASKS_PER_EVENT_MAX,
  type Task,
  type TaskFields,
  taskComparisonKey,
} from "#domain/dossier/task.ts";
import type { StoredRevision } from "#domain/history.ts";
import type { Author } from "#domain/person.ts";
import { newBinKey } from "#domain/recycle-bin.ts";
import type { RestoreOutcome, UpdateOutcome } from "#domain/stored.ts";
import type { Documents, StoredDocument, Transaction } from "#ports/documents.ts";
import { recordAction } from "#stores/journal.ts";
import { DOCUMENT_KINDS } from "#stores/kinds.ts";
import {
  bringBack,
  currentFromDocument,
  eraseEntryContent,
  listRevisions,
  moveToBin,
  queryRevisionEntries,
  readForBringBack,
  readForChange,
  readForMoveToBin,
  writeChange,
} from "#stores/revisions.ts";

export const TASKS_COLLECTION = "tasks";

export type TaskStore = ReturnType<typeof createTaskStore>;

/** What is new in a task that is added. */
export type NewTask = TaskFields & Partial<Pick<Task, "former">>;

/** Methods throw if the store is unavailable. @param now clock for the times of writes */
export const createTaskStore = (documents: Documents, now = () => new Date()) => ({
  /** @returns the tasks of a dossier (`subject` of the event, or `ASSOCIATION`), unordered */
  list: async (event: string): Promise<StoredTask[]> =>
    (await queryTasksOfEvent(documents, event)).map(taskFromDocument),

  /** @returns the open tasks of all dossiers, unordered */
  listOpen: async (): Promise<StoredTask[]> =>
    (await documents.query(TASKS_COLLECTION, { where: { field: "doneAt", equals: "" } })).map(taskFromDocument),

  /** @returns all tasks of all dossiers, unordered */
  listAll: async (): Promise<StoredTask[]> => (await documents.query(TASKS_COLLECTION)).map(taskFromDocument),

  /** @returns null if the task does not exist */
  async get(id: string): Promise<StoredTask | null> {
    const document = await documents.get(TASKS_COLLECTION, id);
    return document && taskFromDocument(document);
  },

  /**
   * Adds tasks in one transaction, with one journal entry about the dossier. Idempotent: a task with the same text
   * (`taskComparisonKey`) is not added again.
   * @returns the ids of all these tasks, in the same order. Empty if the dossier would have more than
   * `TASKS_PER_EVENT_MAX`: then none is added
   */
  add: (event: string, tasks: readonly NewTask[], by: Author["by"]): Promise<string[]> =>
    documents.transaction(async (transaction) => {
      const existing = (await queryTasksOfEvent(transaction, event)).map(taskFromDocument);
      const keys = new Set([...existing, ...tasks].map(taskComparisonKey));
      if (keys.size > Math.max(TASKS_PER_EVENT_MAX, existing.length)) return [];
      return addTasks(transaction, { event, tasks, existing }, { by, at: now() });
    }),

  /** @param version as read by the caller @returns `taken` if the dossier has another task with this text */
  update: (id: string, fields: TaskFields, version: string, by: Author["by"]): Promise<UpdateOutcome | "taken"> =>
    documents.transaction(
      async (transaction) => {
        const read = await readForChange(transaction, DOCUMENT_KINDS.task, id, { version });
        if (!read.document) return "absent";
        if (read.isOutdated) return "outdated";
        const { event, doneAt, former } = read.current.fields;
        const { text, due, who } = fields;
        if (await isTaskTaken(transaction, { id, event, text })) return "taken";
        writeChange(transaction, DOCUMENT_KINDS.task, read, {
          fields: { text, due, who, event, doneAt, former },
          by,
          at: now(),
        });
        return "updated";
      },
      { erases: true },
    ),

  /**
   * Makes a task done, or open again, whatever its version: the others may have changed its text. Idempotent.
   * @returns the task; null if it does not exist
   */
  setDone: (id: string, isDone: boolean, { by, at }: Author): Promise<StoredTask | null> =>
    documents.transaction(
      async (transaction) => {
        const document = await transaction.get(TASKS_COLLECTION, id);
        if (!document) return null;
        const task = taskFromDocument(document);
        if (isTaskDone(task) === isDone) return task;
        const read = await readForChange(transaction, DOCUMENT_KINDS.task, id, { version: task.version });
        const fields = { ...read.current.fields, doneAt: isDone ? at.toISOString() : "" };
        writeChange(transaction, DOCUMENT_KINDS.task, read, { fields, by, at, action: isDone ? "done" : "reopened" });
        return { ...task, ...fields };
      },
      { erases: true },
    ),

  /** @returns the revisions, newest first */
  listRevisions: (id: string): Promise<StoredRevision<TaskContent>[]> =>
    listRevisions(documents, DOCUMENT_KINDS.task, id),

  /**
   * Moves tasks to the recycle bin, in one transaction. Idempotent.
   * @param newKey makes the keys in the recycle bin @returns the ids of the tasks that existed
   */
  moveToBin: (ids: readonly string[], { at, by }: Author, newKey = newBinKey): Promise<string[]> =>
    documents.transaction(
      async (transaction) => {
        const reads = [];
        for (const id of new Set(ids)) reads.push(await readForMoveToBin(transaction, DOCUMENT_KINDS.task, id));
        const found = reads.filter((read) => read !== null);
        for (const read of found) moveToBin(transaction, DOCUMENT_KINDS.task, read, { at, by, key: newKey() });
        return found.map(({ document }) => document.id);
      },
      { erases: true },
    ),

  /**
   * Restores the entry `key` of the recycle bin. `taken`: the dossier has a task with this text again, or
   * `TASKS_PER_EVENT_MAX` tasks.
   */
  restore: (key: string, by: Author["by"]): Promise<RestoreOutcome> =>
    documents.transaction(
      async (transaction) => {
        const deleted = await readForBringBack(transaction, DOCUMENT_KINDS.task, key);
        if (!deleted) return "absent";
        if (await isTaskTaken(transaction, { ...deleted.fields, id: deleted.id })) return "taken";
        bringBack(transaction, DOCUMENT_KINDS.task, deleted, { id: deleted.id, by, at: now() });
        return "restored";
      },
      { erases: true },
    ),

  /** Replaces the names of a task, without a revision, and erases its earlier revisions, which contain the names. */
  forgetNames: (id: string, { who, former }: Pick<Task, "who" | "former">): Promise<void> =>
    documents.transaction(
      async (transaction) => {
        const document = await transaction.get(TASKS_COLLECTION, id);
        const lines = await queryRevisionEntries(transaction, DOCUMENT_KINDS.task.subject, id);
        if (document) transaction.update(TASKS_COLLECTION, id, { who, former });
        for (const line of lines) eraseEntryContent(transaction, line);
      },
      { erases: true },
    ),
});

/** Whether the task's dossier has another task with the same text, or no room for another one. */
async function isTaskTaken(transaction: Transaction, task: Pick<Task, "id" | "event" | "text">): Promise<boolean> {
  const all = (await queryTasksOfEvent(transaction, task.event)).map(taskFromDocument);
  const others = all.filter(({ id }) => id !== task.id);
  const isNew = others.length === all.length;
  const key = taskComparisonKey(task);
  return others.some((one) => taskComparisonKey(one) === key) || (isNew && others.length >= TASKS_PER_EVENT_MAX);
}

/** Fields of a task that its revisions contain. */
export type TaskContent = Omit<Task, "id" | "version">;

type NewTasks = {
  readonly event: string;
  readonly tasks: readonly NewTask[];
  readonly existing: readonly Task[];
};

/** Makes no reads, so the transaction may have written before. @returns the ids of all tasks */
export async function addTasks(
  transaction: Transaction,
  { event, tasks, existing }: NewTasks,
  author: Author,
): Promise<string[]> {
  const ids = new Map(existing.map((task) => [taskComparisonKey(task), task.id]));
  const before = ids.size;
  for (const task of tasks) {
    if (ids.has(taskComparisonKey(task))) continue;
    const id = transaction.newId();
    ids.set(taskComparisonKey(task), id);
    const read = await readForChange(transaction, DOCUMENT_KINDS.task, id, { version: null });
    writeChange(transaction, DOCUMENT_KINDS.task, read, {
      fields: { ...EMPTY_TASK, ...task, event },
      ...author,
      action: null,
    });
  }
  if (ids.size > before)
    recordAction(transaction, { ...author, action: "tasks-added", subject: "dossier", subjectId: event });
  return tasks.map((task) => ids.get(taskComparisonKey(task)) ?? "");
}

export function taskFromDocument(document: StoredDocument): StoredTask {
  const { fields, version, updatedAt, updatedBy } = currentFromDocument(DOCUMENT_KINDS.task, document.id, document);
  return { ...fields, id: document.id, version, updatedAt, updatedBy };
}

/** @returns the documents of the tasks of a dossier */
export const queryTasksOfEvent = (reader: Pick<Transaction, "query">, event: string): Promise<StoredDocument[]> =>
  reader.query(TASKS_COLLECTION, { where: { field: "event", equals: event } });
