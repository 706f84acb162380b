/** The back door of a project of Firebase (ports/transfer-store.ts): documents as they are. */
import { randomUUID } from "node:crypto";
import {
  type DocumentReference,
  type DocumentSnapshot,
  FieldPath,
  type Firestore,
  type QueryDocumentSnapshot,
  type Transaction,
} from "@google-cloud/firestore";
import { EVENEMENT_FIELDS } from "#domain/evenement.ts";
import type { State } from "#domain/history.ts";
import { MEMBRE_FIELDS } from "#domain/membre.ts";
import type { Stored } from "#domain/stored.ts";
import type { DocumentStore } from "#ports/document-store.ts";
import type { ImageMove, TransferContents, TransferKind, TransferStore, UnknownFields } from "#ports/transfer-store.ts";
import { reservationOf } from "./card-collection.ts";
import { noteOf, pictureField } from "./document-fields.ts";
import { createEvenementStore } from "./evenement-store.ts";
import { ask, documentNamed, put, write } from "./firestore-calls.ts";
import { COLLECTIONS, isDocumentName } from "./firestore-fields.ts";
import { historyOf, putStates, statesIn } from "./histories.ts";
import { byArrival, entryOf, fieldsOf, fieldsOfEntry, readEntry } from "./inbox/inbox-document.ts";
import { fieldsOfLine, readLine, sortedLines } from "./journal.ts";
import { createMembreStore } from "./membre-store.ts";
import { renameOlder } from "./older-names.ts";
import { binFields, cardIn, contentIn, readBinned } from "./recycle-bin.ts";
import { BEFORE_ANY, createSettingsStore, settingsFields } from "./settings-store.ts";

type Read = { [S in TransferKind]: () => Promise<TransferContents[S][]> };
type Add = { [S in TransferKind]: (document: TransferContents[S]) => Promise<void> };

/** Documents that are read at once: each call has the deadline of openFirestore. */
const PER_PAGE = 300;

/** What this site writes into every card, and `pictures`, which an earlier version did (document-fields.ts). */
const NOTES = ["updatedAt", "updatedBy", "writeId", "picture", "pictures"] as const;

/** What this site writes into the documents of a collection. */
const KNOWN = {
  membres: [...MEMBRE_FIELDS, ...NOTES],
  evenements: [...EVENEMENT_FIELDS, ...NOTES, "sequence"],
} as const;

const KINDS = { membres: "membre", evenements: "evenement" } as const;

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
    membres: () => withStates(membres),
    evenements: () => withStates(evenements),
    deleted: () => evenements.listDeleted(new Date(0)),
    async settings() {
      const { version, lastSave, photo, ...content } = await settings.get();
      if (version === BEFORE_ANY) return [];
      const states = await settings.listStates();
      return [{ id: "settings", content, lastSave, ...(photo !== undefined && { photo }), states }];
    },
    inbox: async () => byArrival(await readAll(db, "inbox")).map(readEntry),
    async bin() {
      const binned = [];
      for (const one of await readAll(db, "bin")) {
        const entry = readBinned(one);
        const history = await ask(historyOf(db, ["bin", one.id]).get());
        binned.push({ id: one.id, entry, states: statesIn(history, (content) => cardIn(entry.kind, content)) });
      }
      return binned;
    },
    journal: async () => sortedLines(await readAll(db, "journal")).map((one) => ({ id: one.id, ...readLine(one) })),
  };
}

/** @returns the cards of a store with their earlier states */
async function withStates<Fields, Document extends Stored<Fields>>(store: DocumentStore<Fields, Document>) {
  const cards = [];
  for (const { version: _, ...card } of await store.list())
    cards.push({ ...card, states: await store.listStates(card.id) });
  return cards;
}

/** @returns every document of a collection, page by page */
async function readAll(db: Firestore, name: keyof typeof COLLECTIONS): Promise<QueryDocumentSnapshot[]> {
  const documents: QueryDocumentSnapshot[] = [];
  const page = db.collection(COLLECTIONS[name]).orderBy(FieldPath.documentId()).limit(PER_PAGE);
  for (let last: QueryDocumentSnapshot | undefined; ; last = documents.at(-1)) {
    const { docs } = await ask((last ? page.startAfter(last) : page).get());
    documents.push(...docs);
    if (docs.length < PER_PAGE) return documents;
  }
}

/** Adds a member or an event, and the reservation of its identifier; does nothing where one of them is there. */
async function addCard(
  db: Firestore,
  name: "membres" | "evenements",
  { id, updatedAt, updatedBy, picture, states, ...fields }: TransferContents[typeof name],
  rest: (batch: Transaction) => void = () => {},
): Promise<void> {
  if (!isDocumentName(id)) return;
  const reservation = await ask(reservationOf(db, name, id).get());
  const other: unknown = reservation.get("id");
  if (other !== id && (await documentNamed(db, name, other))) return;
  const history = await ask(historyOf(db, [name, id]).get());
  const note = noteOf({ at: updatedAt, by: updatedBy, writeId: randomUUID() });
  await write(db, (batch) => {
    batch.create(db.collection(name).doc(id), { ...fields, ...pictureField(picture), ...note });
    put(batch, reservation, { id });
    putStates(batch, history, states);
    rest(batch);
  });
}

/** Adds a document, and earlier states of it; does nothing where it is there. */
async function createOnly(
  db: Firestore,
  ref: DocumentReference,
  fields: object,
  history?: DocumentReference,
  states: readonly State<unknown>[] = [],
): Promise<void> {
  const before: DocumentSnapshot | undefined = history && (await ask(history.get()));
  await write(db, (batch) => {
    batch.create(ref, fields);
    if (before) putStates(batch, before, states);
  });
}

function adding(db: Firestore): Add {
  const collection = (name: keyof typeof COLLECTIONS) => db.collection(COLLECTIONS[name]);
  return {
    membres: (membre) => addCard(db, "membres", membre),
    evenements: (evenement) =>
      addCard(db, "evenements", evenement, (batch) => batch.delete(collection("deleted").doc(evenement.id))),
    async deleted({ id, ...fields }) {
      if (isDocumentName(id)) await createOnly(db, collection("deleted").doc(id), fields);
    },
    settings: ({ content, lastSave, photo, states }) =>
      createOnly(
        db,
        collection("settings").doc("current"),
        settingsFields({ content, author: lastSave, photo, writeId: randomUUID() }),
        historyOf(db, "settings"),
        states,
      ),
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
    async bin({ id: key, entry, states }) {
      if (!isDocumentName(key)) return;
      const { kind, id } = entry;
      const content = "entry" in entry ? fieldsOfEntry(entry.entry) : entry.fields;
      const fields = binFields(entry, { kind, id, content, writeId: randomUUID() });
      await createOnly(db, collection("bin").doc(key), fields, historyOf(db, ["bin", key]), states);
    },
    async journal({ id, ...line }) {
      if (isDocumentName(id)) await createOnly(db, collection("journal").doc(id), fieldsOfLine(line));
    },
  };
}

async function unknownFields(db: Firestore): Promise<UnknownFields> {
  const names = new Set<string>();
  let documents = 0;
  for (const name of ["membres", "evenements"] as const) {
    const known = new Set<string>(KNOWN[name]);
    const there = (await ask(db.collection(name).get())).docs.map((one) => one.data());
    const binned = (await ask(db.collection(COLLECTIONS.bin).where("kind", "==", KINDS[name]).get())).docs.map(
      contentIn,
    );
    for (const document of [...there, ...binned]) {
      const unknownFields = Object.keys(document).filter((field) => !known.has(field));
      if (unknownFields.length > 0) documents++;
      for (const field of unknownFields) names.add(field);
    }
  }
  return { documents, names: [...names].sort() };
}
