/** A collection of cards: what tells `membres` and `evenements` apart, and how an identifier is taken there. */
import type { DocumentSnapshot, Firestore, Transaction } from "@google-cloud/firestore";
import { identifierKey } from "#domain/identifiers.ts";
import type { Person } from "#domain/person.ts";
import type { Stored } from "#domain/stored.ts";
import { noteOf, pictureField, storedOf } from "./document-fields.ts";
import { ask } from "./firestore-calls.ts";
import { COLLECTIONS } from "./firestore-fields.ts";

export type CardCollection<Fields, Document> = {
  name: "membres" | "evenements";
  /** What the recycle bin calls a card of it. */
  kind: "membre" | "evenement";
  /** The names of all fields. */
  fieldNames: readonly (keyof Fields & string)[];
  /** The time of a write. */
  now: () => Date;
  /** Completes or corrects what was read. */
  read: (document: Stored<Fields>, snapshot: DocumentSnapshot) => Document;
  /**
   * What a document gets besides its fields.
   * @param before what it held; null: nothing @param isNew there is none of that id until now
   */
  addition?: (id: string, at: Date, before: object | null, isNew: boolean) => Promise<object>;
  /** What else is written when a document comes. */
  onCreation?: (batch: Transaction, id: string) => void;
  /** What else is written when a document goes. @param before as it was */
  onDeletion?: (before: Document, at: Date) => Promise<(batch: Transaction) => void>;
};

/** Who writes, and when, and the picture of the card from then on; undefined: not known. */
export type Write = {
  readonly at: Date;
  readonly by: Person | null;
  readonly writeId: string;
  readonly picture: string | null | undefined;
};

export const documentOf = <Fields, Document>(
  { fieldNames, read }: CardCollection<Fields, Document>,
  snapshot: DocumentSnapshot,
): Document => read(storedOf(fieldNames, snapshot), snapshot);

/** @returns what a document holds after a write. @param before, isNew as in `addition` */
export async function contentsOf<Fields, Document>(
  { fieldNames, addition }: CardCollection<Fields, Document>,
  id: string,
  fields: Fields,
  { at, by, writeId, picture }: Write,
  { before = null, isNew }: { before?: object | null; isNew: boolean },
): Promise<object> {
  const values = Object.fromEntries(fieldNames.map((field) => [field, fields[field]]));
  return {
    ...values,
    ...(await addition?.(id, at, before, isNew)),
    ...pictureField(picture),
    ...noteOf({ at: at.toISOString(), by, writeId }),
  };
}

/** What says that an identifier is taken, in whatever case; documents of an older site have none. */
export const reservationOf = (db: Firestore, name: "membres" | "evenements", id: string) =>
  db.collection(COLLECTIONS.keys).doc(`${name} ${identifierKey(id)}`);

/**
 * @returns the reservation of an identifier that is free, as it was read; otherwise whose it is: this very write's,
 * whose answer was lost, or another document's
 */
export async function placeFor(
  db: Firestore,
  name: "membres" | "evenements",
  id: string,
  writeId: string,
): Promise<DocumentSnapshot | "mine" | "taken"> {
  // In this order: a reservation whose document is not in the list afterwards is one that was left behind.
  const reservation = await ask(reservationOf(db, name, id).get());
  const existing = (await ask(db.collection(name).select("writeId").get())).docs;
  if (existing.some((one) => one.id === id && one.get("writeId") === writeId)) return "mine";
  return existing.some((one) => identifierKey(one.id) === identifierKey(id)) ? "taken" : reservation;
}
