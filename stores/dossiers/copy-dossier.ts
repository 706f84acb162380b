/** Copies a dossier, in a transaction that may also make other changes, such as the creation of an event. */
import { copyTasks, TASKS_PER_EVENT_MAX, taskComparisonKey } from "#domain/dossier/task.ts";
import type { Postponable } from "#domain/events/postponement.ts";
import type { Author } from "#domain/person.ts";
import type { Transaction } from "#ports/documents.ts";
import { DOCUMENT_KINDS } from "#stores/kinds.ts";
import { currentFromDocument, readForChange, writeChange } from "#stores/revisions.ts";
import { addTasks, queryTasksOfEvent, taskFromDocument } from "./tasks.ts";

const KIND = DOCUMENT_KINDS.dossier;

/** `event`: null if the event was deleted and its dossier kept. `subject`: of the event. */
export type DossierSource = { readonly subject: string; readonly event: Postponable | null };

/**
 * Reads the tasks and notes of a dossier. The result stays with its year.
 * @returns a function that writes them into the new dossier of another event
 */
export async function readDossierForCopy(
  transaction: Transaction,
  from: DossierSource,
): Promise<(to: string, author: Author) => Promise<void>> {
  const { tasks, notes, isEmpty } = await readSource(transaction, from);
  return async (to, author) => {
    if (isEmpty) return;
    const read = await readForChange(transaction, KIND, to, { version: null });
    writeChange(transaction, KIND, read, { fields: { notes, copiedFrom: from.subject }, ...author, action: null });
    await addTasks(transaction, { event: to, tasks, existing: [] }, author);
  };
}

/**
 * Adds the tasks that a dossier lacks. Its own notes stay; without notes, it gets those of the other dossier. Idempotent.
 * @returns the ids of all tasks of the other dossier. Null if the dossier would have more than `TASKS_PER_EVENT_MAX`
 * tasks: then nothing changes
 */
export async function copyIntoDossier(
  transaction: Transaction,
  to: string,
  from: DossierSource,
  author: Author,
): Promise<string[] | null> {
  const { tasks, notes } = await readSource(transaction, from);
  const existing = (await queryTasksOfEvent(transaction, to)).map(taskFromDocument);
  const { version } = currentFromDocument(KIND, to, await transaction.get(KIND.collection, to));
  const read = await readForChange(transaction, KIND, to, { version });
  const keys = new Set(existing.map(taskComparisonKey));
  const missing = tasks.filter((task) => !keys.has(taskComparisonKey(task)));
  if (missing.length > 0 && existing.length + missing.length > TASKS_PER_EVENT_MAX) return null;
  const before = read.current.fields;
  const fields = { notes: before.notes || notes, copiedFrom: from.subject };
  const isSame = before.notes === fields.notes && before.copiedFrom === fields.copiedFrom;
  if (!isSame) {
    // The entry keeps the former notes.
    const action = read.document || missing.length === 0 ? "changed" : null;
    writeChange(transaction, KIND, read, { fields, ...author, action });
  }
  return addTasks(transaction, { event: to, tasks, existing }, author);
}

async function readSource(transaction: Transaction, { subject, event }: DossierSource) {
  const tasks = copyTasks((await queryTasksOfEvent(transaction, subject)).map(taskFromDocument), event);
  const document = await transaction.get(KIND.collection, subject);
  const hasResult = (await transaction.get(DOCUMENT_KINDS.result.collection, subject)) !== null;
  const { notes } = KIND.read(document?.content ?? null, subject);
  return { tasks, notes, isEmpty: tasks.length === 0 && notes === "" && !hasResult };
}
