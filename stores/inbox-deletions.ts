import type { Person } from "#domain/person.ts";
import type { Deletion } from "#domain/recycle-bin.ts";
import type { Documents, QueryCondition, StoredDocument, Transaction } from "#ports/documents.ts";
import { repeatUntilShortBatch } from "#stores/purge.ts";
import {
  deleteInboxEntry,
  entryMarkerDocument,
  entryOfMarker,
  getInboxEntries,
  INBOX_COLLECTION,
  type InboxFields,
  inboxEntryFields,
  queueEntryMail,
  setEntryMarker,
  withComputedFields,
} from "./inbox-document.ts";
import { recordAction } from "./journal.ts";
import { MAILS_COLLECTION, mailIdOfEntry } from "./mail-document.ts";
import { deletionFromDocument, eraseEntryContent, findDeletion, recordDeletion } from "./revisions.ts";

/** Entries per transaction. An entry has up to 200 KB, and Firestore commits at most 10 MiB. SQLite commits without a pause. */
const AT_ONCE = 20;

/** @returns keys of the recycle bin's new entries */
export async function moveEntriesToBin(
  transaction: Transaction,
  entries: readonly Pick<StoredDocument, "id" | "content">[],
  deletion: Pick<Deletion, "at" | "by">,
): Promise<string[]> {
  const markers = await Promise.all(entries.map((entry) => entryMarkerDocument(transaction, inboxEntryFields(entry))));
  const mails = await Promise.all(
    entries.map((entry) =>
      inboxEntryFields(entry).mail === "en-attente" ? transaction.get(MAILS_COLLECTION, mailIdOfEntry(entry.id)) : null,
    ),
  );
  return entries.map((entry, i) => {
    const { id, content } = entry;
    const key = transaction.newId();
    const { type } = inboxEntryFields(entry);
    recordDeletion(transaction, { ...deletion, key }, { subject: type, subjectId: id }, { id, content });
    deleteInboxEntry(transaction, id, { marker: markers[i] ?? null, mail: mails[i] ?? null });
    return key;
  });
}

/** @param where condition that finds the expired entries @returns number of entries */
export function moveExpiredEntriesToBin(documents: Documents, where: QueryCondition, at: Date): Promise<number> {
  const moveSome = async (transaction: Transaction) => {
    const found = await transaction.query(INBOX_COLLECTION, { where, limit: AT_ONCE });
    // Mark the entries as unhandled. Otherwise, the next run would delete a restored entry again.
    const entries = found.map(({ id, content }) => ({ id, content: { ...content, handledAt: null } }));
    return (await moveEntriesToBin(transaction, entries, { at, by: null })).length;
  };
  return repeatUntilShortBatch(AT_ONCE, () => documents.transaction(moveSome, { erases: true }));
}

/** @returns number of entries found */
export async function restoreEntriesFromBin(
  transaction: Transaction,
  keys: readonly string[],
  { by, at }: { by: Person | null; at: Date },
): Promise<number> {
  const lines = await Promise.all([...new Set(keys)].map((key) => findDeletion(transaction, key)));
  const deletions = lines.filter((line) => line !== null).flatMap(inboxDeletionOf);
  const existing = await getInboxEntries(
    transaction,
    deletions.map(({ subjectId }) => subjectId),
  );
  const existingIds = new Set(existing.map(({ id }) => id));
  const marked = await Promise.all(
    deletions.map(async ({ fields }) => entryOfMarker(transaction, await entryMarkerDocument(transaction, fields))),
  );
  const newest = new Map<string, { readonly id: string | null; readonly fields: InboxFields }>();
  for (const entry of marked)
    if (entry) newest.set(inboxEntryFields(entry).fingerprint, { id: null, fields: inboxEntryFields(entry) });
  for (const { line, fields, subject, subjectId } of deletions) {
    eraseEntryContent(transaction, line);
    recordAction(transaction, { at, by, action: "restored", subject, subjectId });
    // A second `npm run transfer` may have copied the deleted entry again. In this case, keep the copied entry.
    if (existingIds.has(subjectId)) continue;
    existingIds.add(subjectId);
    transaction.create(INBOX_COLLECTION, subjectId, withComputedFields(fields));
    if (fields.mail === "en-attente") queueEntryMail(transaction, subjectId, fields, at);
    const other = newest.get(fields.fingerprint);
    if (!other || other.fields.receivedAt <= fields.receivedAt)
      newest.set(fields.fingerprint, { id: subjectId, fields });
  }
  for (const { id, fields } of newest.values()) if (id !== null) setEntryMarker(transaction, fields, id);
  return deletions.length;
}

function inboxDeletionOf(line: StoredDocument) {
  const { subject, subjectId, before } = deletionFromDocument(line);
  if (subject !== "inscription" && subject !== "message") return [];
  return [{ line, subject, subjectId, fields: before.content as InboxFields }];
}
