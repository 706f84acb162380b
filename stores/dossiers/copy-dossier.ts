/** Copies a dossier in a transaction that also makes other changes, such as the creation of an event. */
import { copyTasks } from "#domain/dossier/task.ts";
import type { Postponable } from "#domain/events/postponement.ts";
import type { Author } from "#domain/person.ts";
import type { Transaction } from "#ports/documents.ts";
import { DOCUMENT_KINDS } from "#stores/kinds.ts";
import { readForChange, writeChange } from "#stores/revisions.ts";
import { addTasks, queryTasksOfEvent, taskFromDocument } from "./tasks.ts";

/**
 * Reads the tasks and notes of a dossier. The result stays with its year.
 * @param from `subject` of the event @param event null if the event was deleted and its dossier kept
 * @returns a function that writes them into the new dossier of another event
 */
export async function readDossierForCopy(
  transaction: Transaction,
  from: string,
  event: Postponable | null,
): Promise<(to: string, author: Author) => Promise<void>> {
  const kind = DOCUMENT_KINDS.dossier;
  const tasks = copyTasks((await queryTasksOfEvent(transaction, from)).map(taskFromDocument), event);
  const document = await transaction.get(kind.collection, from);
  const hasResult = (await transaction.get(DOCUMENT_KINDS.result.collection, from)) !== null;
  const { notes } = kind.read(document?.content ?? null, from);
  return async (to, author) => {
    if (tasks.length === 0 && notes === "" && !hasResult) return;
    const fields = { notes, copiedFrom: from };
    const read = await readForChange(transaction, kind, to, { version: null });
    writeChange(transaction, kind, read, { fields, ...author, action: null });
    await addTasks(transaction, { event: to, tasks, existing: [] }, author);
  };
}
