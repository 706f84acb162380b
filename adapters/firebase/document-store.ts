/** What the collections `membres` and `evenements` have in common. */
import { randomUUID } from "node:crypto";
import type { DocumentSnapshot, Firestore, Transaction } from "@google-cloud/firestore";
import { cleDIdentifiant } from "#domain/identifiants.ts";
import type { Stored } from "#domain/stored.ts";
import type { DocumentStore } from "#ports/document-store.ts";
import { ask, change, documentNamed, put, remove } from "./calls.ts";
import { COLLECTIONS } from "./collections.ts";
import { versionDe } from "./version.ts";

type Collection<Fields, Document> = {
  nom: "membres" | "evenements";
  /** The names of all fields. */
  champs: readonly (keyof Fields & string)[];
  /** The time of a write. */
  maintenant: () => Date;
  /** Completes or corrects what was read. */
  lire: (document: Stored<Fields>, snapshot: DocumentSnapshot) => Document;
  /** What a document gets besides its fields. @param avant as it was; null: it is created */
  ajout?: (id: string, avant: Document | null, le: Date) => Promise<object>;
  /** What else is written when a document is created. */
  aLaCreation?: (batch: Transaction, id: string) => void;
  /** What else is written when a document is deleted. @param avant as it was */
  aLaSuppression?: (avant: Document, le: Date) => Promise<(batch: Transaction) => void>;
};

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** @returns a field's text; empty for a field that an older site did not write, or that holds no text */
function texte(snapshot: DocumentSnapshot, champ: string): string {
  const valeur: unknown = snapshot.get(champ);
  if (typeof valeur === "string") return valeur;
  return typeof valeur === "number" || typeof valeur === "boolean" ? String(valeur) : "";
}

/** @returns the last write by this site, or the last change where it never wrote */
function modifieLe(snapshot: DocumentSnapshot): string {
  const note = texte(snapshot, "modifieLe");
  return INSTANT.test(note) ? note : (snapshot.updateTime?.toDate().toISOString() ?? "");
}

/**
 * Makes the store of one collection. Every write names what it wants to find, and leaves a mark of its own
 * (`ecriture`): a write whose answer was lost is recognised when it is tried again, and one that changes no field
 * changes the version all the same.
 * @param db as `openFirestore` gave it
 */
export function createDocumentStore<Fields extends Record<keyof Fields, string>, Document extends Stored<Fields>>(
  db: Firestore,
  collection: Collection<Fields, Document>,
): DocumentStore<Fields, Document> {
  const { nom, maintenant, aLaSuppression } = collection;
  const lu = (snapshot: DocumentSnapshot): Document => documentDe(collection, snapshot);
  return {
    list: async () => (await ask(db.collection(nom).get())).docs.map(lu),

    async get(id) {
      const snapshot = await documentNamed(db, nom, id);
      return snapshot && lu(snapshot);
    },

    create: (id, fields) => create(db, collection, id, fields),

    update(id, fields, version) {
      const [ecriture, le] = [randomUUID(), maintenant()];
      return change(db, async (write) => {
        const avant = await documentNamed(db, nom, id);
        if (!avant) return "absent";
        if (avant.get("ecriture") === ecriture) return "modifie";
        if (versionDe(avant) !== version) return "depasse";
        const contenu = await contenuDe(collection, id, fields, { le, ecriture, avant: lu(avant) });
        await write((batch) => put(batch, avant, contenu));
        return "modifie";
      });
    },

    delete(id) {
      const le = maintenant();
      return change(db, async (write) => {
        const avant = await documentNamed(db, nom, id);
        if (!avant) return;
        const suite = await aLaSuppression?.(lu(avant), le);
        await write((batch) => {
          remove(batch, avant);
          batch.delete(reservationDe(db, nom, id));
          suite?.(batch);
        });
      });
    },
  };
}

function create<Fields, Document>(db: Firestore, collection: Collection<Fields, Document>, id: string, fields: Fields) {
  const { nom, maintenant, aLaCreation } = collection;
  const [ecriture, le] = [randomUUID(), maintenant()];
  return change(db, async (write) => {
    // In this order: a reservation whose document is not in the list afterwards is one that was left behind.
    const reservation = await ask(reservationDe(db, nom, id).get());
    const existants = (await ask(db.collection(nom).select("ecriture").get())).docs;
    if (existants.some((un) => un.id === id && un.get("ecriture") === ecriture)) return "cree";
    if (existants.some((un) => cleDIdentifiant(un.id) === cleDIdentifiant(id))) return "pris";
    const contenu = await contenuDe(collection, id, fields, { le, ecriture, avant: null });
    await write((batch) => {
      batch.create(db.collection(nom).doc(id), contenu);
      put(batch, reservation, { id });
      aLaCreation?.(batch, id);
    });
    return "cree";
  });
}

/** @returns what a document holds after a write */
async function contenuDe<Fields, Document>(
  { champs, ajout }: Collection<Fields, Document>,
  id: string,
  fields: Fields,
  { le, ecriture, avant }: { le: Date; ecriture: string; avant: Document | null },
): Promise<object> {
  const valeurs = Object.fromEntries(champs.map((champ) => [champ, fields[champ]]));
  return { ...valeurs, ...(await ajout?.(id, avant, le)), modifieLe: le.toISOString(), ecriture };
}

/** What says that an identifier is taken, in whatever case; documents of an older site have none. */
export const reservationDe = (db: Firestore, nom: "membres" | "evenements", id: string) =>
  db.collection(COLLECTIONS.cles).doc(`${nom} ${cleDIdentifiant(id)}`);

function documentDe<Fields, Document>({ champs, lire }: Collection<Fields, Document>, snapshot: DocumentSnapshot) {
  const fields = Object.fromEntries(champs.map((champ) => [champ, texte(snapshot, champ)])) as Fields;
  const { id } = snapshot;
  return lire({ ...fields, id, version: versionDe(snapshot), modifieLe: modifieLe(snapshot) }, snapshot);
}
