/** « C’est où, qui sait ? »: documents `handover-items/{random}`. */
import {
  HANDOVER_ITEM_LIMITS,
  type HandoverItemFields,
  type StoredHandoverItem,
} from "#domain/handover/handover-item.ts";
import type { StoredRevision } from "#domain/history.ts";
import type { Author } from "#domain/person.ts";
import { newBinKey } from "#domain/recycle-bin.ts";
import type { RestoreOutcome, UpdateOutcome } from "#domain/stored.ts";
import { foldText } from "#domain/text/search.ts";
import type { Documents, StoredDocument } from "#ports/documents.ts";
import { DOCUMENT_KINDS } from "./kinds.ts";
import {
  bringBack,
  currentFromDocument,
  listRevisions,
  moveToBin,
  readForBringBack,
  readForChange,
  readForMoveToBin,
  writeChange,
} from "./revisions.ts";

const HANDOVER_ITEMS_COLLECTION = "handover-items";

export type HandoverItemStore = ReturnType<typeof createHandoverItemStore>;

/** Methods throw if the store is unavailable. @param now clock for the times of writes */
export const createHandoverItemStore = (documents: Documents, now = () => new Date()) => ({
  /** @returns all items, unordered */
  list: async (): Promise<StoredHandoverItem[]> =>
    (await documents.query(HANDOVER_ITEMS_COLLECTION)).map(handoverItemFromDocument),

  /** @returns null if the item does not exist */
  async get(id: string): Promise<StoredHandoverItem | null> {
    const document = await documents.get(HANDOVER_ITEMS_COLLECTION, id);
    return document && handoverItemFromDocument(document);
  },

  /**
   * Idempotent: an item with exactly these fields is not added again.
   * @returns the id; null if the list is full (`HANDOVER_ITEM_LIMITS.items`)
   */
  add: (fields: HandoverItemFields, by: Author["by"]): Promise<string | null> =>
    documents.transaction(async (transaction) => {
      const items = (await transaction.query(HANDOVER_ITEMS_COLLECTION)).map(handoverItemFromDocument);
      const same = items.find((item) => keyOf(item) === keyOf(fields));
      if (same) return same.id;
      if (items.length >= HANDOVER_ITEM_LIMITS.items) return null;
      const id = transaction.newId();
      const read = await readForChange(transaction, DOCUMENT_KINDS.handoverItem, id, { version: null });
      writeChange(transaction, DOCUMENT_KINDS.handoverItem, read, { fields, by, at: now(), action: "added" });
      return id;
    }),

  /** @param version as read by the caller */
  update: (id: string, fields: HandoverItemFields, version: string, by: Author["by"]): Promise<UpdateOutcome> =>
    documents.transaction(
      async (transaction) => {
        const read = await readForChange(transaction, DOCUMENT_KINDS.handoverItem, id, { version });
        if (!read.document) return "absent";
        if (read.isOutdated) return "outdated";
        writeChange(transaction, DOCUMENT_KINDS.handoverItem, read, { fields, by, at: now() });
        return "updated";
      },
      { erases: true },
    ),

  /** @returns the revisions, newest first */
  listRevisions: (id: string): Promise<StoredRevision<HandoverItemFields>[]> =>
    listRevisions(documents, DOCUMENT_KINDS.handoverItem, id),

  /** Moves an item to the recycle bin. Idempotent. @returns whether it existed */
  moveToBin: (id: string, { at, by }: Author, key = newBinKey()): Promise<boolean> =>
    documents.transaction(
      async (transaction) => {
        const read = await readForMoveToBin(transaction, DOCUMENT_KINDS.handoverItem, id);
        if (read) moveToBin(transaction, DOCUMENT_KINDS.handoverItem, read, { at, by, key });
        return read !== null;
      },
      { erases: true },
    ),

  /** Restores the entry `key` of the recycle bin. */
  restore: (key: string, by: Author["by"]): Promise<RestoreOutcome> =>
    documents.transaction(
      async (transaction) => {
        const deleted = await readForBringBack(transaction, DOCUMENT_KINDS.handoverItem, key);
        if (!deleted) return "absent";
        if (await transaction.get(HANDOVER_ITEMS_COLLECTION, deleted.id)) return "taken";
        bringBack(transaction, DOCUMENT_KINDS.handoverItem, deleted, { id: deleted.id, by, at: now() });
        return "restored";
      },
      { erases: true },
    ),
});

const keyOf = ({ what, where, who }: HandoverItemFields): string => [what, where, who].map(foldText).join("|");

function handoverItemFromDocument(document: StoredDocument): StoredHandoverItem {
  const kind = DOCUMENT_KINDS.handoverItem;
  const { fields, version, updatedAt, updatedBy } = currentFromDocument(kind, document.id, document);
  return { ...fields, id: document.id, version, updatedAt, updatedBy };
}
