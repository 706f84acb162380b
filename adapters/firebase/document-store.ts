/** What the collections `membres` and `evenements` have in common. */
import { randomUUID } from "node:crypto";
import type { DocumentSnapshot, Firestore, Transaction } from "@google-cloud/firestore";
import { cleDIdentifiant } from "#domain/identifiants.ts";
import type { DocumentStore, Stored } from "#ports/document-store.ts";
import { ask, untilWritten, write } from "./calls.ts";
import { COLLECTIONS, estNomDeDocument } from "./collections.ts";
import { versionDe } from "./version.ts";

type Ajout = Record<string, unknown>;

/** Further writes that happen together with one of a document. */
type Suite = (batch: Transaction) => void;

type Collection<Fields, Document> = {
  nom: "membres" | "evenements";
  /** The names of all fields. */
  champs: readonly (keyof Fields & string)[];
  /** The time of a write. */
  maintenant: () => Date;
  /** Completes or corrects what was read. */
  lire: (document: Stored<Fields>, snapshot: DocumentSnapshot) => Document;
  /** What the document gets besides its fields when it is created, and what else is written then. */
  aLaCreation?: (id: string, le: Date) => Promise<{ ajout: Ajout; suite: Suite }>;
  /** What the document gets besides its fields when it is updated. @param avant as it was */
  aLaModification?: (avant: Document, le: Date) => Ajout;
  /** What else is written when the document is deleted. @param avant as it was */
  aLaSuppression?: (avant: Document, le: Date) => Promise<Suite>;
};

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const SANS_SUITE = { ajout: {}, suite: () => {} };

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
  const { nom, champs, maintenant, lire, aLaCreation, aLaModification, aLaSuppression } = collection;
  const documents = db.collection(COLLECTIONS[nom]);

  const lu = (snapshot: DocumentSnapshot): Document => {
    const fields = Object.fromEntries(champs.map((champ) => [champ, texte(snapshot, champ)])) as Fields;
    const { id } = snapshot;
    return lire({ ...fields, id, version: versionDe(snapshot), modifieLe: modifieLe(snapshot) }, snapshot);
  };
  const valeurs = (fields: Fields): Ajout => Object.fromEntries(champs.map((champ) => [champ, fields[champ]]));

  /** @returns the document as it is now; null when there is none */
  async function actuel(id: string): Promise<DocumentSnapshot | null> {
    if (!estNomDeDocument(id)) return null;
    const snapshot = await ask(documents.doc(id).get());
    return snapshot.exists ? snapshot : null;
  }

  /** What says that an identifier is taken, in whatever case; documents of an older site have none. */
  const reservationDe = (id: string) => db.collection(COLLECTIONS.cles).doc(`${nom} ${cleDIdentifiant(id)}`);

  return {
    async list() {
      return (await ask(documents.get())).docs.map(lu);
    },

    async get(id) {
      const snapshot = await actuel(id);
      return snapshot && lu(snapshot);
    },

    async create(id, fields) {
      const ecriture = randomUUID();
      const le = maintenant();
      const cle = cleDIdentifiant(id);
      return untilWritten(async () => {
        // In this order: a reservation whose document is not in the list afterwards is one that was left behind.
        const reservation = await ask(reservationDe(id).get());
        const existants = (await ask(documents.select("ecriture").get())).docs;
        if (existants.some((un) => un.id === id && un.get("ecriture") === ecriture)) return "cree";
        if (existants.some((un) => cleDIdentifiant(un.id) === cle)) return "pris";
        const { ajout, suite } = (await aLaCreation?.(id, le)) ?? SANS_SUITE;
        const ecrit = await write(db, (batch) => {
          batch.create(documents.doc(id), { ...valeurs(fields), ...ajout, modifieLe: le.toISOString(), ecriture });
          if (reservation.exists) batch.update(reservation.ref, { id }, { lastUpdateTime: reservation.updateTime });
          else batch.create(reservation.ref, { id });
          suite(batch);
        });
        return ecrit ? "cree" : undefined;
      });
    },

    async update(id, fields, version) {
      const ecriture = randomUUID();
      const le = maintenant();
      return untilWritten(async () => {
        const avant = await actuel(id);
        if (!avant) return "absent";
        if (avant.get("ecriture") === ecriture) return "modifie";
        if (versionDe(avant) !== version) return "depasse";
        const ajout = aLaModification?.(lu(avant), le);
        const ecrit = await write(db, (batch) => {
          const contenu = { ...valeurs(fields), ...ajout, modifieLe: le.toISOString(), ecriture };
          batch.update(avant.ref, contenu, { lastUpdateTime: avant.updateTime });
        });
        return ecrit ? "modifie" : undefined;
      });
    },

    async delete(id) {
      const le = maintenant();
      await untilWritten(async () => {
        const avant = await actuel(id);
        if (!avant) return "efface";
        const suite = await aLaSuppression?.(lu(avant), le);
        const ecrit = await write(db, (batch) => {
          batch.delete(avant.ref, { lastUpdateTime: avant.updateTime });
          batch.delete(reservationDe(id));
          suite?.(batch);
        });
        return ecrit ? "efface" : undefined;
      });
    },
  };
}
