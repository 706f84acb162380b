import type { Person } from "#domain/person.ts";
import type { Deletion } from "#domain/recycle-bin.ts";
import type { SubmissionType } from "#domain/submission.ts";
import type { Documents, StoredDocument, Transaction } from "#ports/documents.ts";
import { inBatches } from "#stores/format.ts";
import {
  deleteEntry,
  entryFields,
  type Fields,
  getEntries,
  handledBeforeOf,
  INBOX,
  markedEntry,
  markerDocument,
  parseDate,
  setMarker,
  withComputed,
} from "./inbox-document.ts";
import { recordAction } from "./journal.ts";
import { deleteContent, deletionOf, findDeletion, recordDeletion } from "./revisions.ts";

/** Entries per transaction. An entry has up to 200 KB, and Firestore commits at most 10 MiB. SQLite commits without a pause. */
const AT_ONCE = 20;

export const createInboxDeletions = (documents: Documents, now: () => Date) => ({
  /** Moves entries to the recycle bin. Their queued mail is not sent. @returns keys of the recycle bin's new entries */
  moveToBin: (ids: readonly string[], deletion: Pick<Deletion, "at" | "by">): Promise<string[]> =>
    documents.transaction(async (transaction) => move(transaction, await getEntries(transaction, ids), deletion), {
      erases: true,
    }),

  /** Restores entries from the recycle bin and queues their unsent mail. @returns number of entries found */
  restore: (keys: readonly string[], by: Person | null = null): Promise<number> =>
    documents.transaction((transaction) => restore(transaction, keys, { by, at: now() }), { erases: true }),

  /** @returns the number of entries handled before `before`, and their first and last `handledAt` */
  async countHandled(type: SubmissionType, before: Date) {
    const where = handledBeforeOf(type, before);
    const firstOnly = { limit: 1, select: ["handledAt"] };
    const [count, ...ends] = await Promise.all([
      documents.count(INBOX, { where }),
      documents.query(INBOX, { where, ...firstOnly }),
      documents.query(INBOX, { where: { ...where, descending: true }, ...firstOnly }),
    ]);
    const [first = null, last = null] = ends.map(([end]) => end && parseDate(entryFields(end).handledAt));
    return { count, first, last };
  },

  /** Moves the entries handled before `handledBefore` to the recycle bin. @returns number of entries */
  moveExpiredToBin(type: SubmissionType, handledBefore: Date, at: Date): Promise<number> {
    const where = handledBeforeOf(type, handledBefore);
    const moveSome = async (transaction: Transaction) => {
      const found = await transaction.query(INBOX, { where, limit: AT_ONCE });
      // Mark the entries as unhandled. Otherwise, the next run would delete a restored entry again.
      const entries = found.map(({ id, content }) => ({ id, content: { ...content, handledAt: null } }));
      return (await move(transaction, entries, { at, by: null })).length;
    };
    return inBatches(AT_ONCE, () => documents.transaction(moveSome, { erases: true }));
  },
});

async function move(
  transaction: Transaction,
  entries: readonly Pick<StoredDocument, "id" | "content">[],
  deletion: Pick<Deletion, "at" | "by">,
): Promise<string[]> {
  const markers = await Promise.all(entries.map((entry) => markerDocument(transaction, entryFields(entry))));
  return entries.map((entry, i) => {
    const { id, content } = entry;
    const key = transaction.newId();
    const { type } = entryFields(entry);
    recordDeletion(transaction, { ...deletion, key }, { subject: type, subjectId: id }, { id, content });
    deleteEntry(transaction, id, markers[i] ?? null);
    return key;
  });
}

async function restore(
  transaction: Transaction,
  keys: readonly string[],
  { by, at }: { by: Person | null; at: Date },
): Promise<number> {
  const lines = await Promise.all([...new Set(keys)].map((key) => findDeletion(transaction, key)));
  const deletions = lines.filter((line) => line !== null).flatMap(inboxDeletionOf);
  const existing = await getEntries(
    transaction,
    deletions.map(({ subjectId }) => subjectId),
  );
  const existingIds = new Set(existing.map(({ id }) => id));
  const marked = await Promise.all(
    deletions.map(async ({ fields }) => markedEntry(transaction, await markerDocument(transaction, fields))),
  );
  const newest = new Map<string, { readonly id: string | null; readonly fields: Fields }>();
  for (const entry of marked)
    if (entry) newest.set(entryFields(entry).fingerprint, { id: null, fields: entryFields(entry) });
  for (const { line, fields, subject, subjectId } of deletions) {
    deleteContent(transaction, line);
    recordAction(transaction, { at, by, action: "restored", subject, subjectId });
    // A second `npm run transfer` may have copied the deleted entry again. In this case, keep the copied entry.
    if (existingIds.has(subjectId)) continue;
    existingIds.add(subjectId);
    transaction.create(INBOX, subjectId, withComputed(fields));
    const other = newest.get(fields.fingerprint);
    if (!other || other.fields.receivedAt <= fields.receivedAt)
      newest.set(fields.fingerprint, { id: subjectId, fields });
  }
  for (const { id, fields } of newest.values()) if (id !== null) setMarker(transaction, fields, id);
  return deletions.length;
}

function inboxDeletionOf(line: StoredDocument) {
  const { subject, subjectId, before } = deletionOf(line);
  if (subject !== "inscription" && subject !== "message") return [];
  return [{ line, subject, subjectId, fields: before.content as Fields }];
}
