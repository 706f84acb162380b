/** What the collections `membres` and `evenements` have in common. */
import { randomUUID } from "node:crypto";
import type { DocumentSnapshot, Firestore, Transaction } from "@google-cloud/firestore";
import { identifierKey } from "#domain/identifiers.ts";
import type { Stored } from "#domain/stored.ts";
import type { DocumentStore } from "#ports/document-store.ts";
import { ask, change, documentNamed, put, remove } from "./firestore-calls.ts";
import { COLLECTIONS } from "./firestore-fields.ts";
import { versionOf } from "./version.ts";

type Collection<Fields, Document> = {
  name: "membres" | "evenements";
  /** The names of all fields. */
  fieldNames: readonly (keyof Fields & string)[];
  /** The time of a write. */
  now: () => Date;
  /** Completes or corrects what was read. */
  read: (document: Stored<Fields>, snapshot: DocumentSnapshot) => Document;
  /** What a document gets besides its fields. @param before as it was; null: it is created */
  addition?: (id: string, before: Document | null, at: Date) => Promise<object>;
  /** What else is written when a document is created. */
  onCreation?: (batch: Transaction, id: string) => void;
  /** What else is written when a document is deleted. @param before as it was */
  onDeletion?: (before: Document, at: Date) => Promise<(batch: Transaction) => void>;
};

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** @returns a field's text; empty for a field that an older site did not write, or that holds no text */
function text(snapshot: DocumentSnapshot, field: string): string {
  const value: unknown = snapshot.get(field);
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}

/** @returns the last write by this site, or the last change where it never wrote */
function updatedAt(snapshot: DocumentSnapshot): string {
  const note = text(snapshot, "updatedAt");
  return INSTANT.test(note) ? note : (snapshot.updateTime?.toDate().toISOString() ?? "");
}

/**
 * Makes the store of one collection. Every write names what it wants to find, and leaves a mark of its own
 * (`writeId`): a write whose answer was lost is recognised when it is tried again, and one that changes no field
 * changes the version all the same.
 * @param db as `openFirestore` gave it
 */
export function createDocumentStore<Fields extends Record<keyof Fields, string>, Document extends Stored<Fields>>(
  db: Firestore,
  collection: Collection<Fields, Document>,
): DocumentStore<Fields, Document> {
  const { name, now, onDeletion } = collection;
  const toDocument = (snapshot: DocumentSnapshot): Document => documentOf(collection, snapshot);
  return {
    list: async () => (await ask(db.collection(name).get())).docs.map(toDocument),

    async get(id) {
      const snapshot = await documentNamed(db, name, id);
      return snapshot && toDocument(snapshot);
    },

    create: (id, fields) => create(db, collection, id, fields),

    update(id, fields, version) {
      const [writeId, at] = [randomUUID(), now()];
      return change(db, async (write) => {
        const before = await documentNamed(db, name, id);
        if (!before) return "absent";
        if (before.get("writeId") === writeId) return "updated";
        if (versionOf(before) !== version) return "outdated";
        const content = await contentsOf(collection, id, fields, { at, writeId, before: toDocument(before) });
        await write((batch) => put(batch, before, content));
        return "updated";
      });
    },

    delete(id) {
      const at = now();
      return change(db, async (write) => {
        const before = await documentNamed(db, name, id);
        if (!before) return;
        const rest = await onDeletion?.(toDocument(before), at);
        await write((batch) => {
          remove(batch, before);
          batch.delete(reservationOf(db, name, id));
          rest?.(batch);
        });
      });
    },
  };
}

function create<Fields, Document>(db: Firestore, collection: Collection<Fields, Document>, id: string, fields: Fields) {
  const { name, now, onCreation } = collection;
  const [writeId, at] = [randomUUID(), now()];
  return change(db, async (write) => {
    // In this order: a reservation whose document is not in the list afterwards is one that was left behind.
    const reservation = await ask(reservationOf(db, name, id).get());
    const existing = (await ask(db.collection(name).select("writeId").get())).docs;
    if (existing.some((one) => one.id === id && one.get("writeId") === writeId)) return "created";
    if (existing.some((one) => identifierKey(one.id) === identifierKey(id))) return "taken";
    const content = await contentsOf(collection, id, fields, { at, writeId, before: null });
    await write((batch) => {
      batch.create(db.collection(name).doc(id), content);
      put(batch, reservation, { id });
      onCreation?.(batch, id);
    });
    return "created";
  });
}

/** @returns what a document holds after a write */
async function contentsOf<Fields, Document>(
  { fieldNames, addition }: Collection<Fields, Document>,
  id: string,
  fields: Fields,
  { at, writeId, before }: { at: Date; writeId: string; before: Document | null },
): Promise<object> {
  const values = Object.fromEntries(fieldNames.map((field) => [field, fields[field]]));
  return { ...values, ...(await addition?.(id, before, at)), updatedAt: at.toISOString(), writeId };
}

/** What says that an identifier is taken, in whatever case; documents of an older site have none. */
export const reservationOf = (db: Firestore, name: "membres" | "evenements", id: string) =>
  db.collection(COLLECTIONS.keys).doc(`${name} ${identifierKey(id)}`);

function documentOf<Fields, Document>({ fieldNames, read }: Collection<Fields, Document>, snapshot: DocumentSnapshot) {
  const fields = Object.fromEntries(fieldNames.map((field) => [field, text(snapshot, field)])) as Fields;
  const { id } = snapshot;
  return read({ ...fields, id, version: versionOf(snapshot), updatedAt: updatedAt(snapshot) }, snapshot);
}
