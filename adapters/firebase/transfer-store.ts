/** The back door of a project of Firebase (ports/transfer-store.ts): documents as they are. */
import { randomUUID } from "node:crypto";
import {
  type DocumentReference,
  FieldPath,
  type Firestore,
  type QueryDocumentSnapshot,
  type Transaction,
} from "@google-cloud/firestore";
import { EVENEMENT_FIELDS } from "#domain/evenement.ts";
import { MEMBRE_FIELDS } from "#domain/membre.ts";
import type { ImageMove, TransferContents, TransferKind, TransferStore, UnknownFields } from "#ports/transfer-store.ts";
import { reservationOf } from "./document-store.ts";
import { createEvenementStore } from "./evenement-store.ts";
import { ask, documentNamed, put, write } from "./firestore-calls.ts";
import { COLLECTIONS, isDocumentName } from "./firestore-fields.ts";
import { byArrival, entryOf, fieldsOf, fieldsOfEntry, readEntry } from "./inbox/inbox-document.ts";
import { createMembreStore } from "./membre-store.ts";
import { renameOlder } from "./older-names.ts";
import { BEFORE_ANY, createSettingsStore } from "./settings-store.ts";

type Read = { [S in TransferKind]: () => Promise<TransferContents[S][]> };
type Add = { [S in TransferKind]: (document: TransferContents[S]) => Promise<void> };

/** Documents that are read at once: each call has the deadline of openFirestore. */
const PER_PAGE = 300;

/** What this site writes into the documents of a collection. */
const KNOWN = {
  membres: [...MEMBRE_FIELDS, "updatedAt", "writeId"],
  evenements: [...EVENEMENT_FIELDS, "updatedAt", "writeId", "sequence"],
} as const;

/**
 * Makes the back door of a project, whose site may be running, but for its pictures.
 * @param db as `openFirestore` gave it; closed with the door
 */
export function createTransferStore({ db }: { db: Firestore }): Omit<TransferStore, keyof ImageMove> {
  const [read, add] = [reading(db), adding(db)];
  return {
    read: (kind) => renameOlder(db).then(() => read[kind]()),
    add: (kind, document) => add[kind](document),
    findUnknownFields: () => unknownFields(db),

    async close() {
      await db.terminate();
    },
  };
}

function reading(db: Firestore): Read {
  const [membres, evenements, settings] = [createMembreStore(db), createEvenementStore(db), createSettingsStore(db)];
  return {
    membres: async () => (await membres.list()).map(({ version: _, ...membre }) => membre),
    evenements: async () => (await evenements.list()).map(({ version: _, ...evenement }) => evenement),
    deleted: () => evenements.listDeleted(new Date(0)),
    async settings() {
      const { version, lastSave, ...content } = await settings.get();
      return version === BEFORE_ANY ? [] : [{ id: "settings", content, lastSave }];
    },
    async inbox() {
      const documents: QueryDocumentSnapshot[] = [];
      for (let last: QueryDocumentSnapshot | undefined; ; last = documents.at(-1)) {
        const page = db.collection(COLLECTIONS.inbox).orderBy(FieldPath.documentId()).limit(PER_PAGE);
        const { docs } = await ask((last ? page.startAfter(last) : page).get());
        documents.push(...docs);
        if (docs.length < PER_PAGE) return byArrival(documents).map(readEntry);
      }
    },
  };
}

function adding(db: Firestore): Add {
  const collection = (name: keyof typeof COLLECTIONS) => db.collection(COLLECTIONS[name]);

  /** Adds a member or an event, and the reservation of its identifier; does nothing where one of them is there. */
  async function create(
    name: "membres" | "evenements",
    { id, ...fields }: TransferContents[typeof name],
    rest: (batch: Transaction) => void = () => {},
  ): Promise<void> {
    if (!isDocumentName(id)) return;
    const reservation = await ask(reservationOf(db, name, id).get());
    const other: unknown = reservation.get("id");
    if (other !== id && (await documentNamed(db, name, other))) return;
    await write(db, (batch) => {
      batch.create(collection(name).doc(id), { ...fields, writeId: randomUUID() });
      put(batch, reservation, { id });
      rest(batch);
    });
  }

  const createOnly = async (ref: DocumentReference, fields: object): Promise<void> =>
    void (await write(db, (batch) => batch.create(ref, fields)));

  return {
    membres: (membre) => create("membres", membre),
    evenements: (evenement) =>
      create("evenements", evenement, (batch) => batch.delete(collection("deleted").doc(evenement.id))),
    async deleted({ id, ...fields }) {
      if (isDocumentName(id)) await createOnly(collection("deleted").doc(id), fields);
    },
    settings: ({ content, lastSave }) =>
      createOnly(collection("settings").doc("current"), {
        ...{ content, writeId: randomUUID() },
        ...(lastSave && { updatedAt: lastSave.at.toISOString(), updatedBy: lastSave.email }),
      }),
    async inbox(entry) {
      const fields = fieldsOfEntry(entry);
      const marker = await ask(collection("fingerprints").doc(fields.fingerprint).get());
      const last = await entryOf(db, marker.get("id"));
      await write(db, (batch) => {
        batch.create(collection("inbox").doc(entry.id), fields);
        // The last entry with this content is the one that a second click finds.
        if (!last || fieldsOf(last).receivedAt <= fields.receivedAt) put(batch, marker, { id: entry.id });
      });
    },
  };
}

async function unknownFields(db: Firestore): Promise<UnknownFields> {
  const names = new Set<string>();
  let documents = 0;
  for (const name of ["membres", "evenements"] as const) {
    const known = new Set<string>(KNOWN[name]);
    for (const document of (await ask(db.collection(name).get())).docs) {
      const unknownFields = Object.keys(document.data()).filter((field) => !known.has(field));
      if (unknownFields.length > 0) documents++;
      for (const field of unknownFields) names.add(field);
    }
  }
  return { documents, names: [...names].sort() };
}
