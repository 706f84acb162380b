import { type DocumentSnapshot, FieldValue, type Firestore } from "@google-cloud/firestore";
import { deletionsAnnouncedSince, EVENEMENT_FIELDS, type EvenementFields, isAnnounced } from "#domain/evenement.ts";
import { DAY_FIELDS, type EvenementDays } from "#domain/planning/days.ts";
import { isDue, publicationsBy } from "#domain/planning/publication.ts";
import type { DeletedEvenement, EvenementStore, StoredEvenement } from "#ports/evenement-store.ts";
import { type CardCollection, documentOf } from "./card-collection.ts";
import { fieldsIn } from "./document-fields.ts";
import { createDocumentStore } from "./document-store.ts";
import { ask, change, put, remove } from "./firestore-calls.ts";
import { COLLECTIONS } from "./firestore-fields.ts";

const EPOCH_MS = Date.UTC(2020, 0, 1);

/** So many old traces go with one deletion at most: one write of Firestore has its limits. */
const SWEPT_MAX = 100;

/** Traces that are trimmed in one write. */
const AT_ONCE = 50;

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
  const collection: CardCollection<EvenementFields, StoredEvenement> = {
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

    async onDeletion(evenement, at) {
      const { id, sequence } = evenement;
      const limit = deletionsAnnouncedSince(at).toISOString();
      const outdated = await ask(deleted.where("updatedAt", "<", limit).select().limit(SWEPT_MAX).get());
      return (batch) => {
        for (const { ref } of outdated.docs) if (ref.id !== id) batch.delete(ref);
        if (isAnnounced(evenement))
          batch.set(deleted.doc(id), traceFields(evenement, at.toISOString(), following(sequence, at)));
      };
    },
  };

  return {
    ...createDocumentStore(db, collection),
    async listDue(now) {
      const [first, last] = publicationsBy(now);
      const due = db.collection("evenements").where("Publication", ">=", first).where("Publication", "<=", last);
      return (await ask(due.get())).docs.map((one) => documentOf(collection, one)).filter((one) => isDue(one, now));
    },
    async listDeleted(since) {
      const traces = await ask(deleted.where("updatedAt", ">=", since.toISOString()).get());
      return traces.docs.map(readTrace).filter((trace) => trace !== null);
    },
  };
}

/** @returns the fields of a trace */
const traceFields = (days: EvenementDays, updatedAt: string, sequence: number) => ({
  ...fieldsIn<EvenementDays>(DAY_FIELDS, days),
  ...{ updatedAt, sequence },
});

/** @returns null for that of a draft, which only versions up to November 2026 left */
function readTrace(trace: DocumentSnapshot): DeletedEvenement | null {
  const data = trace.data() ?? {};
  if ("Nom" in data && !isAnnounced(fieldsIn<EvenementFields>(EVENEMENT_FIELDS, data))) return null;
  const updatedAt = String(trace.get("updatedAt"));
  return { id: trace.id, ...traceFields(data as EvenementDays, updatedAt, sequenceIn(data)) };
}

/**
 * Removes all other fields from the traces that versions up to November 2026 left, or leave beside this one.
 * @throws when the store does not answer
 */
export async function trimTraces(db: Firestore): Promise<void> {
  const older = db.collection(COLLECTIONS.deleted).orderBy("Nom").limit(AT_ONCE);
  while (
    await change(db, async (write) => {
      const { docs } = await ask(older.get());
      if (docs.length === 0) return false;
      await write((batch) => {
        for (const trace of docs) {
          const kept = readTrace(trace);
          if (!kept) remove(batch, trace);
          else put(batch, trace, { ...withoutFields(trace), ...traceFields(kept, kept.updatedAt, kept.sequence) });
        }
      });
      return true;
    })
  );
}

const withoutFields = (trace: DocumentSnapshot): object =>
  Object.fromEntries(Object.keys(trace.data() ?? {}).map((field) => [field, FieldValue.delete()]));
