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
import { cleDIdentifiant } from "#domain/identifiants.ts";
import { CHAMPS_MEMBRE } from "#domain/membre.ts";
import type { ChampsEtrangers, Contenus, Demenagement, ImageMove, Sorte } from "#ports/demenagement.ts";
import type { Entree } from "#ports/inbox.ts";
import { ask, write } from "./calls.ts";
import { COLLECTIONS, estNomDeDocument } from "./collections.ts";
import { createEvenementStore } from "./evenement-store.ts";
import { empreinteDe } from "./inbox.ts";
import { type Champs, champsDe, entreeDe, parArrivee } from "./inbox-document.ts";
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
  const [membres, evenements, reglages] = [createMembreStore(db), createEvenementStore(db), createReglagesStore(db)];
  const collection = (nom: keyof typeof COLLECTIONS) => db.collection(COLLECTIONS[nom]);

  /** Adds a member or an event, and the reservation of its identifier; does nothing where one of them is there. */
  async function creer(
    nom: "membres" | "evenements",
    id: string,
    champs: Record<string, unknown>,
    suite: (batch: Transaction) => void = () => {},
  ): Promise<void> {
    if (!estNomDeDocument(id)) return;
    const reservation = await ask(
      collection("cles")
        .doc(`${nom} ${cleDIdentifiant(id)}`)
        .get(),
    );
    const autre: unknown = reservation.get("id");
    if (typeof autre === "string" && autre !== id && (await ask(collection(nom).doc(autre).get())).exists) return;
    await write(db, (batch) => {
      batch.create(collection(nom).doc(id), { ...champs, ecriture: randomUUID() });
      if (reservation.exists) batch.update(reservation.ref, { id }, { lastUpdateTime: reservation.updateTime });
      else batch.create(reservation.ref, { id });
      suite(batch);
    });
  }

  const creerSeul = async (ref: DocumentReference, champs: object): Promise<void> =>
    void (await write(db, (batch) => batch.create(ref, { ...champs })));

  async function lireInbox(): Promise<Entree[]> {
    const documents: QueryDocumentSnapshot[] = [];
    for (let dernier: QueryDocumentSnapshot | undefined; ; ) {
      const page = collection("inbox").orderBy(FieldPath.documentId()).limit(PAR_PAGE);
      const { docs } = await ask((dernier ? page.startAfter(dernier) : page).get());
      documents.push(...docs);
      dernier = docs.at(-1);
      if (docs.length < PAR_PAGE) return parArrivee(documents).map(entreeDe);
    }
  }

  const lire: Lire = {
    membres: async () => (await membres.list()).map(sansVersion),
    evenements: async () => (await evenements.list()).map(sansVersion),
    retires: () => evenements.retires(new Date(0)),
    async reglages() {
      const { version, modifies, ...contenu } = await reglages.get();
      return version === AVANT_TOUT ? [] : [{ id: "reglages", contenu, modifies }];
    },
    inbox: lireInbox,
  };

  const ajouter: Ajouter = {
    membres: ({ id, ...champs }) => creer("membres", id, champs),
    evenements: ({ id, ...champs }) =>
      creer("evenements", id, champs, (batch) => batch.delete(collection("retires").doc(id))),
    async retires({ id, ...champs }) {
      if (estNomDeDocument(id)) await creerSeul(collection("retires").doc(id), champs);
    },
    reglages: ({ contenu, modifies }) =>
      creerSeul(collection("reglages").doc("actuels"), {
        contenu,
        ecriture: randomUUID(),
        ...(modifies && { modifieLe: modifies.le.toISOString(), modifiePar: modifies.email }),
      }),
    async inbox(entree) {
      const champs = champsDEntree(entree);
      const repere = await ask(collection("empreintes").doc(champs.empreinte).get());
      const derniere = repere.exists
        ? await ask(
            collection("inbox")
              .doc(String(repere.get("id")))
              .get(),
          )
        : null;
      const plusRecente = !derniere?.exists || champsDe(derniere).recuLe <= champs.recuLe;
      await write(db, (batch) => {
        batch.create(collection("inbox").doc(entree.id), champs);
        if (!repere.exists) batch.create(repere.ref, { id: entree.id });
        else if (plusRecente) batch.update(repere.ref, { id: entree.id }, { lastUpdateTime: repere.updateTime });
      });
    },
  };

  return {
    lire: (sorte) => lire[sorte](),
    ajouter: (sorte, document) => ajouter[sorte](document),

    async champsEtrangers(): Promise<ChampsEtrangers> {
      const noms = new Set<string>();
      let documents = 0;
      for (const nom of ["membres", "evenements"] as const) {
        const connus = new Set<string>(CONNUS[nom]);
        for (const document of (await ask(collection(nom).get())).docs) {
          const etrangers = Object.keys(document.data()).filter((champ) => !connus.has(champ));
          if (etrangers.length > 0) documents++;
          for (const champ of etrangers) noms.add(champ);
        }
      }
      return { documents, noms: [...noms].sort() };
    },

    async close() {
      await db.terminate();
    },
  };
}

function sansVersion<Document extends { version: string }>({ version: _, ...reste }: Document) {
  return reste;
}

function champsDEntree(entree: Entree): Champs {
  const { type, contenu, courrier, traiteLe, autorisationRecueLe, birthDateToVerify } = entree;
  const recuLe = entree.recuLe.toISOString();
  const enAttente = courrier.etat === "en-attente" ? courrier : null;
  const prochaine = enAttente?.prochaine.toISOString() ?? null;
  return {
    ...{ type, contenu, empreinte: empreinteDe(entree), recuLe },
    courrier: courrier.etat,
    tentatives: enAttente?.tentatives ?? 0,
    prochaine: prochaine ?? recuLe,
    echeance: prochaine,
    raison: "raison" in courrier ? courrier.raison : null,
    envoyeLe: "le" in courrier ? courrier.le.toISOString() : null,
    traiteLe: traiteLe?.toISOString() ?? null,
    autorisationRecueLe: autorisationRecueLe?.toISOString() ?? null,
    birthDateToVerify,
  };
}
