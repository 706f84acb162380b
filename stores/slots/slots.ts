/** The slots of events: documents `slots/{random}`. A deleted slot keeps its replies. */
import type { StoredRevision } from "#domain/history.ts";
import type { Author } from "#domain/person.ts";
import type { Deletion } from "#domain/recycle-bin.ts";
import { compareSlots, type Slot, type SlotFields } from "#domain/slots/slot.ts";
import type { Restored, Updated } from "#domain/stored.ts";
import type { Documents, StoredDocument, Transaction } from "#ports/documents.ts";
import { recordAction } from "#stores/journal.ts";
import { KINDS } from "#stores/kinds.ts";
import {
  bringBack,
  currentFromDocument,
  listRevisions,
  moveToBin,
  readForBin,
  readForChange,
  readForReturn,
  writeChange,
} from "#stores/revisions.ts";

export const SLOTS = "slots";

export type Slots = ReturnType<typeof createSlots>;

/** Methods throw if the store is unavailable. @param now clock for the times of writes */
export const createSlots = (documents: Documents, now = () => new Date()) => ({
  /** @returns the slots of an event (`subject`), in the order of `compareSlots` */
  list: async (event: string): Promise<Slot[]> =>
    (await readSlotsOf(documents, event)).map(slotFromDocument).toSorted(compareSlots),

  /** @returns all slots of all events, unordered */
  listAll: async (): Promise<Slot[]> => (await documents.query(SLOTS)).map(slotFromDocument),

  /** @returns null if the slot does not exist */
  async get(id: string): Promise<Slot | null> {
    const document = await documents.get(SLOTS, id);
    return document && slotFromDocument(document);
  },

  /** Adds slots in one transaction, with one journal entry about the event. @returns their ids, in the same order */
  add: (event: string, slots: readonly SlotFields[], by: Author["by"]): Promise<string[]> =>
    documents.transaction(async (transaction) => {
      const author = { by, at: now() };
      const ids = slots.map(() => transaction.newId());
      const reads = [];
      for (const id of ids) reads.push(await readForChange(transaction, KINDS.slot, id, { version: null }));
      for (const [i, read] of reads.entries()) {
        const fields = { ...(slots[i] as SlotFields), event };
        writeChange(transaction, KINDS.slot, read, { fields, ...author, action: null });
      }
      recordAction(transaction, { ...author, action: "slots-added", subject: "evenement", subjectId: event });
      return ids;
    }),

  /** @param version as read by the caller */
  update: (id: string, fields: SlotFields, version: string, by: Author["by"]): Promise<Updated> =>
    documents.transaction(
      async (transaction) => {
        const read = await readForChange(transaction, KINDS.slot, id, { version });
        if (!read.document) return "absent";
        if (read.isOutdated) return "outdated";
        const { event } = read.current.fields;
        writeChange(transaction, KINDS.slot, read, { fields: { ...fields, event }, by, at: now() });
        return "updated";
      },
      { erases: true },
    ),

  /** @returns the revisions, newest first */
  listRevisions: (id: string): Promise<StoredRevision<SlotFields>[]> => listRevisions(documents, KINDS.slot, id),

  /** Moves a slot to the recycle bin. Its replies stay, and come back with it. @returns false if it does not exist */
  moveToBin: (id: string, deletion: Deletion): Promise<boolean> =>
    documents.transaction(
      async (transaction) => {
        const read = await readForBin(transaction, KINDS.slot, id);
        if (!read) return false;
        moveToBin(transaction, KINDS.slot, read, deletion);
        return true;
      },
      { erases: true },
    ),

  /** Restores the entry `key` of the recycle bin. */
  restore: (key: string, by: Author["by"]): Promise<Restored> =>
    documents.transaction(
      async (transaction) => {
        const deleted = await readForReturn(transaction, KINDS.slot, key);
        if (!deleted) return "absent";
        if (await transaction.get(SLOTS, deleted.id)) return "taken";
        bringBack(transaction, KINDS.slot, deleted, { id: deleted.id, by, at: now() });
        return "restored";
      },
      { erases: true },
    ),
});

export function slotFromDocument(document: StoredDocument): Slot {
  const { fields, version } = currentFromDocument(KINDS.slot, document.id, document);
  return { ...fields, id: document.id, version };
}

/** @returns the documents of the slots of an event */
export const readSlotsOf = (reader: Pick<Transaction, "query">, event: string): Promise<StoredDocument[]> =>
  reader.query(SLOTS, { where: { field: "event", equals: event } });
