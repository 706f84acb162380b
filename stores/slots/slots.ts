/** The slots of events: documents `slots/{random}`. A deleted slot keeps its replies. */
import type { StoredRevision } from "#domain/history.ts";
import type { Author } from "#domain/person.ts";
import { newBinKey } from "#domain/recycle-bin.ts";
import {
  compareSlots,
  SLOTS_PER_EVENT_MAX,
  type Slot,
  type SlotFields,
  type StoredSlot,
  slotComparisonKey,
} from "#domain/slots/slot.ts";
import type { RestoreOutcome, UpdateOutcome } from "#domain/stored.ts";
import type { Documents, StoredDocument, Transaction } from "#ports/documents.ts";
import { recordAction } from "#stores/journal.ts";
import { DOCUMENT_KINDS } from "#stores/kinds.ts";
import { eraseDocuments } from "#stores/purge.ts";
import {
  bringBack,
  currentFromDocument,
  listRevisions,
  moveToBin,
  readForBringBack,
  readForChange,
  readForMoveToBin,
  writeChange,
} from "#stores/revisions.ts";

export const SLOTS_COLLECTION = "slots";

export type SlotStore = ReturnType<typeof createSlotStore>;

/** Methods throw if the store is unavailable. @param now clock for the times of writes */
export const createSlotStore = (documents: Documents, now = () => new Date()) => ({
  /** @returns the slots of an event (`subject`), in the order of `compareSlots` */
  list: async (event: string): Promise<StoredSlot[]> =>
    (await querySlotsOfEvent(documents, event)).map(slotFromDocument).toSorted(compareSlots),

  /** @returns all slots of all events, unordered */
  listAll: async (): Promise<StoredSlot[]> => (await documents.query(SLOTS_COLLECTION)).map(slotFromDocument),

  /** @returns null if the slot does not exist */
  async get(id: string): Promise<StoredSlot | null> {
    const document = await documents.get(SLOTS_COLLECTION, id);
    return document && slotFromDocument(document);
  },

  /**
   * Adds slots in one transaction, with one journal entry about the event. Idempotent: a slot with the same post and hours
   * (`slotComparisonKey`) is not added again.
   * @returns the ids of all these slots, in the same order. Empty if the event would have more than `SLOTS_PER_EVENT_MAX`: then none
   * is added
   */
  add: (event: string, slots: readonly SlotFields[], by: Author["by"]): Promise<string[]> =>
    documents.transaction(async (transaction) => {
      const existing = (await querySlotsOfEvent(transaction, event)).map(slotFromDocument);
      const keys = new Set([...existing, ...slots].map(slotComparisonKey));
      if (keys.size > Math.max(SLOTS_PER_EVENT_MAX, existing.length)) return [];
      return addSlots(transaction, { event, slots, existing }, { by, at: now() });
    }),

  /** @param version as read by the caller @returns `taken` if the event has another slot with this post and these hours */
  update: (id: string, fields: SlotFields, version: string, by: Author["by"]): Promise<UpdateOutcome | "taken"> =>
    documents.transaction(
      async (transaction) => {
        const read = await readForChange(transaction, DOCUMENT_KINDS.slot, id, { version });
        if (!read.document) return "absent";
        if (read.isOutdated) return "outdated";
        const { event } = read.current.fields;
        if (await isSlotTaken(transaction, { ...fields, event, id })) return "taken";
        writeChange(transaction, DOCUMENT_KINDS.slot, read, { fields: { ...fields, event }, by, at: now() });
        return "updated";
      },
      { erases: true },
    ),

  /** @returns the revisions, newest first */
  listRevisions: (id: string): Promise<StoredRevision<SlotFields>[]> =>
    listRevisions(documents, DOCUMENT_KINDS.slot, id),

  /**
   * Moves slots to the recycle bin, in one transaction. Their replies stay, and come back with them. Idempotent.
   * @param newKey makes the keys in the recycle bin @returns the ids of the slots that existed
   */
  moveToBin: (ids: readonly string[], { at, by }: Author, newKey = newBinKey): Promise<string[]> =>
    documents.transaction(
      async (transaction) => {
        const reads = [];
        for (const id of new Set(ids)) reads.push(await readForMoveToBin(transaction, DOCUMENT_KINDS.slot, id));
        const found = reads.filter((read) => read !== null);
        for (const read of found) moveToBin(transaction, DOCUMENT_KINDS.slot, read, { at, by, key: newKey() });
        return found.map(({ document }) => document.id);
      },
      { erases: true },
    ),

  /** Erases slots. Their earlier revisions expire. */
  erase: (ids: readonly string[]): Promise<void> => eraseDocuments(documents, SLOTS_COLLECTION, ids),

  /**
   * Restores the entry `key` of the recycle bin. `taken`: the event has a slot with this post and these hours again, or
   * `SLOTS_PER_EVENT_MAX` slots.
   */
  restore: (key: string, by: Author["by"]): Promise<RestoreOutcome> =>
    documents.transaction(
      async (transaction) => {
        const deleted = await readForBringBack(transaction, DOCUMENT_KINDS.slot, key);
        if (!deleted) return "absent";
        if (await isSlotTaken(transaction, { ...deleted.fields, id: deleted.id })) return "taken";
        bringBack(transaction, DOCUMENT_KINDS.slot, deleted, { id: deleted.id, by, at: now() });
        return "restored";
      },
      { erases: true },
    ),
});

/** Whether the slot's event has another slot with the same post and hours, or no room for another one. */
async function isSlotTaken(transaction: Transaction, slot: SlotFields & Pick<Slot, "id" | "event">): Promise<boolean> {
  const all = (await querySlotsOfEvent(transaction, slot.event)).map(slotFromDocument);
  const others = all.filter(({ id }) => id !== slot.id);
  const isNew = others.length === all.length;
  const key = slotComparisonKey(slot);
  return others.some((one) => slotComparisonKey(one) === key) || (isNew && others.length >= SLOTS_PER_EVENT_MAX);
}

type NewSlots = {
  /** `subject` of the event. */
  readonly event: string;
  readonly slots: readonly SlotFields[];
  readonly existing: readonly StoredSlot[];
};

/** Makes no reads, so the transaction may have written before. @returns the ids of all slots */
export async function addSlots(
  transaction: Transaction,
  { event, slots, existing }: NewSlots,
  author: Author,
): Promise<string[]> {
  const ids = new Map(existing.map((slot) => [slotComparisonKey(slot), slot.id]));
  const before = ids.size;
  for (const slot of slots) {
    if (ids.has(slotComparisonKey(slot))) continue;
    const id = transaction.newId();
    ids.set(slotComparisonKey(slot), id);
    const read = await readForChange(transaction, DOCUMENT_KINDS.slot, id, { version: null });
    writeChange(transaction, DOCUMENT_KINDS.slot, read, { fields: { ...slot, event }, ...author, action: null });
  }
  if (ids.size > before)
    recordAction(transaction, { ...author, action: "slots-added", subject: "evenement", subjectId: event });
  return slots.map((slot) => ids.get(slotComparisonKey(slot)) ?? "");
}

export function slotFromDocument(document: StoredDocument): StoredSlot {
  const { fields, version, updatedAt, updatedBy } = currentFromDocument(DOCUMENT_KINDS.slot, document.id, document);
  return { ...fields, id: document.id, version, updatedAt, updatedBy };
}

/** @returns the documents of the slots of an event */
export const querySlotsOfEvent = (reader: Pick<Transaction, "query">, event: string): Promise<StoredDocument[]> =>
  reader.query(SLOTS_COLLECTION, { where: { field: "event", equals: event } });
