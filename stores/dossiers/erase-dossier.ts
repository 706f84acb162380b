/** Erases a dossier in a transaction that may also erase its event. */
import type { StoredDocument, Transaction } from "#ports/documents.ts";
import { DOCUMENT_KINDS } from "#stores/kinds.ts";
import { deletionFromDocument, eraseEntryContent, queryRevisionEntries } from "#stores/revisions.ts";
import { isKeptDossierExpired, KEPT_DOSSIERS_COLLECTION, keptDossierFromDocument } from "./kept-dossiers.ts";
import { queryTasksOfEvent, TASKS_COLLECTION } from "./tasks.ts";

export type DossierForErasure = {
  readonly documents: readonly (readonly [collection: string, id: string])[];
  /** Journal entries with former contents. */
  readonly lines: readonly StoredDocument[];
};

/**
 * Makes all reads of `eraseDossier`: tasks, also deleted ones, notes, result, and their revisions.
 * @param deletions of `listDeletions`
 * @returns null if the dossier is kept, or if its deletion can still be undone
 */
export async function readDossierForErasure(
  transaction: Transaction,
  subject: string,
  { deletions, now }: { readonly deletions: readonly StoredDocument[]; readonly now: Date },
): Promise<DossierForErasure | null> {
  const kept = await transaction.get(KEPT_DOSSIERS_COLLECTION, subject);
  if (kept && !isKeptDossierExpired(keptDossierFromDocument(kept), now)) return null;
  const documents: [string, string][] = kept ? [[KEPT_DOSSIERS_COLLECTION, subject]] : [];
  const lines: StoredDocument[] = [];
  for (const kind of [DOCUMENT_KINDS.dossier, DOCUMENT_KINDS.result]) {
    if (await transaction.get(kind.collection, subject)) documents.push([kind.collection, subject]);
    lines.push(...(await queryRevisionEntries(transaction, kind.subject, subject)));
  }
  const tasks = await queryTasksOfEvent(transaction, subject);
  documents.push(...tasks.map(({ id }): [string, string] => [TASKS_COLLECTION, id]));
  lines.push(...(await readContentsOfParts(transaction, "task", { event: subject, documents: tasks, deletions })));
  return { documents, lines };
}

type Parts = {
  /** `subject` of the event. */
  readonly event: string;
  readonly documents: readonly StoredDocument[];
  readonly deletions: readonly StoredDocument[];
};

/** @returns the journal entries with former contents of the slots or tasks of an event, also of deleted ones */
export async function readContentsOfParts(
  transaction: Transaction,
  kind: "slot" | "task",
  { event, documents, deletions }: Parts,
): Promise<StoredDocument[]> {
  const { subject } = DOCUMENT_KINDS[kind];
  const lines: StoredDocument[] = [];
  for (const { id } of documents) lines.push(...(await queryRevisionEntries(transaction, subject, id)));
  for (const line of deletions) {
    const deleted = deletionFromDocument(line);
    if (deleted.subject !== subject || deleted.before.content.event !== event) continue;
    lines.push(line, ...(await queryRevisionEntries(transaction, subject, deleted.subjectId)));
  }
  return lines;
}

export function eraseDossier(transaction: Transaction, { documents, lines }: DossierForErasure): void {
  for (const line of lines) eraseEntryContent(transaction, line);
  for (const [collection, id] of documents) transaction.delete(collection, id);
}
