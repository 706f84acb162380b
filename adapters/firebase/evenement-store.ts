import type { DocumentSnapshot, Firestore } from "@google-cloud/firestore";
import { deletionsAnnouncedSince, EVENEMENT_FIELDS, type EvenementFields } from "#domain/evenement.ts";
import type { DeletedEvenement, EvenementStore, StoredEvenement } from "#ports/evenement-store.ts";
import { createDocumentStore } from "./document-store.ts";
import { ask } from "./firestore-calls.ts";
import { COLLECTIONS } from "./firestore-fields.ts";

const EPOCH_MS = Date.UTC(2020, 0, 1);

/** So many old traces go with one deletion at most: one write of Firestore has its limits. */
const SWEPT_MAX = 100;

/** A `sequence` follows the clock, so that it needs no counter: this many seconds fit until 2088. */
const seconds = (instant: Date): number => Math.floor((instant.getTime() - EPOCH_MS) / 1000);

const following = (sequence: number, at: Date): number => Math.max(sequence + 1, seconds(at));

/** @returns the number of a document; -1 for none */
function sequenceIn(document: object | null | undefined): number {
  const sequence: unknown = (document as { sequence?: unknown } | null | undefined)?.sequence;
  return Number.isInteger(sequence) ? Number(sequence) : -1;
}

/** Grows too when somebody writes without this site, which leaves the number in the document as it is. */
function sequenceOf(snapshot: DocumentSnapshot): number {
  const written = snapshot.updateTime ? seconds(snapshot.updateTime.toDate()) : 0;
  return Math.max(sequenceIn(snapshot.data()), written, 0);
}

/**
 * Makes the collection `evenements`.
 * @param db as `openFirestore` gave it
 * @param now the time of a write
 */
export function createEvenementStore(db: Firestore, now = () => new Date()): EvenementStore {
  const deleted = db.collection(COLLECTIONS.deleted);
  const documents = createDocumentStore<EvenementFields, StoredEvenement>(db, {
    name: "evenements",
    kind: "evenement",
    fieldNames: EVENEMENT_FIELDS,
    now,
    read: (document, snapshot) => ({ ...document, sequence: sequenceOf(snapshot) }),

    async addition(id, at, before, isNew) {
      const traced = isNew ? sequenceIn((await ask(deleted.doc(id).get())).data()) : -1;
      return { sequence: following(Math.max(sequenceIn(before), traced), at) };
    },

    onCreation: (batch, id) => batch.delete(deleted.doc(id)),

    async onDeletion({ id, sequence, version: _, updatedAt: __, updatedBy: ___, ...fields }, at) {
      const limit = deletionsAnnouncedSince(at).toISOString();
      const outdated = await ask(deleted.where("updatedAt", "<", limit).select().limit(SWEPT_MAX).get());
      return (batch) => {
        for (const { ref } of outdated.docs) if (ref.id !== id) batch.delete(ref);
        batch.set(deleted.doc(id), { ...fields, sequence: following(sequence, at), updatedAt: at.toISOString() });
      };
    },
  });

  return {
    ...documents,
    async listDeleted(since) {
      const traces = await ask(deleted.where("updatedAt", ">=", since.toISOString()).get());
      return traces.docs.map((trace) => ({
        ...(trace.data() as Omit<DeletedEvenement, "id">),
        id: trace.id,
      }));
    },
  };
}
