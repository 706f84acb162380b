/** The back door of a project of Firebase (ports/demenagement.ts): documents as they are. */
import { randomUUID } from "node:crypto";
import {
  type DocumentReference,
  FieldPath,
  type Firestore,
  type QueryDocumentSnapshot,
  type Transaction,
} from "@google-cloud/firestore";
import { CHAMPS_EVENEMENT } from "#domain/evenement.ts";
import { CHAMPS_MEMBRE } from "#domain/membre.ts";
import type { ChampsEtrangers, Contenus, Demenagement, ImageMove, Sorte } from "#ports/demenagement.ts";
import { ask, documentNamed, put, write } from "./calls.ts";
import { COLLECTIONS, estNomDeDocument } from "./collections.ts";
import { reservationDe } from "./document-store.ts";
import { createEvenementStore } from "./evenement-store.ts";
import { champsDEntree, champsDe, entreeDe, entryOf, parArrivee } from "./inbox-document.ts";
import { createMembreStore } from "./membre-store.ts";
import { AVANT_TOUT, createReglagesStore } from "./reglages-store.ts";

type Lire = { [S in Sorte]: () => Promise<Contenus[S][]> };
type Ajouter = { [S in Sorte]: (document: Contenus[S]) => Promise<void> };

/** Documents that are read at once: each call has the deadline of openFirestore. */
const PAR_PAGE = 300;

/** What this site writes into the documents of a collection. */
const CONNUS = {
  membres: [...CHAMPS_MEMBRE, "modifieLe", "ecriture"],
  evenements: [...CHAMPS_EVENEMENT, "modifieLe", "ecriture", "sequence"],
} as const;

/**
 * Makes the back door of a project, whose site may be running, but for its pictures.
 * @param db as `openFirestore` gave it; closed with the door
 */
export function createDemenagement({ db }: { db: Firestore }): Omit<Demenagement, keyof ImageMove> {
  const [lire, ajouter] = [reading(db), adding(db)];
  return {
    lire: (sorte) => lire[sorte](),
    ajouter: (sorte, document) => ajouter[sorte](document),
    champsEtrangers: () => unknownFields(db),

    async close() {
      await db.terminate();
    },
  };
}

function reading(db: Firestore): Lire {
  const [membres, evenements, reglages] = [createMembreStore(db), createEvenementStore(db), createReglagesStore(db)];
  return {
    membres: async () => (await membres.list()).map(({ version: _, ...membre }) => membre),
    evenements: async () => (await evenements.list()).map(({ version: _, ...evenement }) => evenement),
    retires: () => evenements.retires(new Date(0)),
    async reglages() {
      const { version, modifies, ...contenu } = await reglages.get();
      return version === AVANT_TOUT ? [] : [{ id: "reglages", contenu, modifies }];
    },
    async inbox() {
      const documents: QueryDocumentSnapshot[] = [];
      for (let dernier: QueryDocumentSnapshot | undefined; ; dernier = documents.at(-1)) {
        const page = db.collection(COLLECTIONS.inbox).orderBy(FieldPath.documentId()).limit(PAR_PAGE);
        const { docs } = await ask((dernier ? page.startAfter(dernier) : page).get());
        documents.push(...docs);
        if (docs.length < PAR_PAGE) return parArrivee(documents).map(entreeDe);
      }
    },
  };
}

function adding(db: Firestore): Ajouter {
  const collection = (nom: keyof typeof COLLECTIONS) => db.collection(COLLECTIONS[nom]);

  /** Adds a member or an event, and the reservation of its identifier; does nothing where one of them is there. */
  async function creer(
    nom: "membres" | "evenements",
    { id, ...champs }: Contenus[typeof nom],
    suite: (batch: Transaction) => void = () => {},
  ): Promise<void> {
    if (!estNomDeDocument(id)) return;
    const reservation = await ask(reservationDe(db, nom, id).get());
    const autre: unknown = reservation.get("id");
    if (autre !== id && (await documentNamed(db, nom, autre))) return;
    await write(db, (batch) => {
      batch.create(collection(nom).doc(id), { ...champs, ecriture: randomUUID() });
      put(batch, reservation, { id });
      suite(batch);
    });
  }

  const creerSeul = async (ref: DocumentReference, champs: object): Promise<void> =>
    void (await write(db, (batch) => batch.create(ref, champs)));

  return {
    membres: (membre) => creer("membres", membre),
    evenements: (evenement) =>
      creer("evenements", evenement, (batch) => batch.delete(collection("retires").doc(evenement.id))),
    async retires({ id, ...champs }) {
      if (estNomDeDocument(id)) await creerSeul(collection("retires").doc(id), champs);
    },
    reglages: ({ contenu, modifies }) =>
      creerSeul(collection("reglages").doc("actuels"), {
        ...{ contenu, ecriture: randomUUID() },
        ...(modifies && { modifieLe: modifies.le.toISOString(), modifiePar: modifies.email }),
      }),
    async inbox(entree) {
      const champs = champsDEntree(entree);
      const repere = await ask(collection("empreintes").doc(champs.empreinte).get());
      const derniere = await entryOf(db, repere.get("id"));
      await write(db, (batch) => {
        batch.create(collection("inbox").doc(entree.id), champs);
        // The last entry with this content is the one that a second click finds.
        if (!derniere || champsDe(derniere).recuLe <= champs.recuLe) put(batch, repere, { id: entree.id });
      });
    },
  };
}

async function unknownFields(db: Firestore): Promise<ChampsEtrangers> {
  const noms = new Set<string>();
  let documents = 0;
  for (const nom of ["membres", "evenements"] as const) {
    const connus = new Set<string>(CONNUS[nom]);
    for (const document of (await ask(db.collection(nom).get())).docs) {
      const etrangers = Object.keys(document.data()).filter((champ) => !connus.has(champ));
      if (etrangers.length > 0) documents++;
      for (const champ of etrangers) noms.add(champ);
    }
  }
  return { documents, noms: [...noms].sort() };
}
