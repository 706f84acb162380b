import type { Person } from "#domain/person.ts";
import type { Documents, StoredDocument, Transaction } from "#ports/documents.ts";
import { inBatches } from "#stores/format.ts";
import type { Inbox } from "#stores/inbox-types.ts";
import {
  dateOf,
  deleteEntry,
  type Fields,
  fieldsOf,
  INBOX,
  markedEntry,
  markerDocument,
  ofType,
  setMarker,
  withComputed,
} from "./inbox-document.ts";
import { deleteRevisionsBefore, deletionOf, findDeletion, recordAction, recordDeletion } from "./journal.ts";

/** Maximum of entries per transaction. */
const AT_ONCE = 100;

export const createInboxDeletions = (
  documents: Documents,
  now: () => Date,
): Pick<Inbox, "moveToBin" | "restore" | "countHandled" | "purge"> => ({
  moveToBin: (id, deletion) =>
    documents.transaction(
      async (transaction) => {
        const document = await transaction.get(INBOX, id);
        if (!document) return false;
        const marker = await markerDocument(transaction, fieldsOf(document));
        const { content } = document;
        recordDeletion(transaction, deletion, { subject: fieldsOf(document).type, subjectId: id }, { id, content });
        deleteEntry(transaction, id, marker);
        return true;
      },
      { erases: true },
    ),

  restore: (key, by = null) =>
    documents.transaction((transaction) => restore(transaction, key, { by, at: now() }), { erases: true }),

  async countHandled(type, before) {
    const where = { ...ofType("orderPurge", type), before: `${type} ${before.toISOString()}` };
    const firstOnly = { limit: 1, select: ["handledAt"] };
    const [count, ...ends] = await Promise.all([
      documents.count(INBOX, { where }),
      documents.query(INBOX, { where, ...firstOnly }),
      documents.query(INBOX, { where: { ...where, descending: true }, ...firstOnly }),
    ]);
    const [first = null, last = null] = ends.map(([end]) => end && dateOf(fieldsOf(end).handledAt));
    return { count, first, last };
  },

  async purge(type, handledBefore) {
    const where = { ...ofType("orderPurge", type), before: `${type} ${handledBefore.toISOString()}` };
    const erase = async (transaction: Transaction) => {
      const found = await transaction.query(INBOX, { where, limit: AT_ONCE, select: ["fingerprint"] });
      const markers = await Promise.all(found.map((document) => markerDocument(transaction, fieldsOf(document))));
      for (const [i, { id }] of found.entries()) deleteEntry(transaction, id, markers[i] ?? null);
      return found.length;
    };
    return inBatches(AT_ONCE, () => documents.transaction(erase, { erases: true }));
  },
});

async function restore(
  transaction: Transaction,
  key: string,
  { by, at }: { by: Person | null; at: Date },
): Promise<boolean> {
  const line = await findDeletion(transaction, key);
  const deletion = line && deletionOf(line);
  if (deletion?.subject !== "inscription" && deletion?.subject !== "message") return false;
  const { subject, subjectId, before } = deletion;
  const fields = before.content as Fields;
  const existing = await transaction.get(INBOX, subjectId);
  const marker = await markerDocument(transaction, fields);
  const last = await markedEntry(transaction, marker);
  deleteRevisionsBefore(transaction, line as StoredDocument);
  recordAction(transaction, { at, by, action: "restored", subject, subjectId });
  // A transfer from another site may have created the entry already.
  if (existing) return true;
  transaction.create(INBOX, subjectId, withComputed(fields));
  if (!last || fieldsOf(last).receivedAt <= fields.receivedAt) setMarker(transaction, fields, subjectId);
  return true;
}
