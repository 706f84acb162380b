/** A document of the collection `inbox`, and the entry it stands for. */
import { createHash } from "node:crypto";
import type { DocumentSnapshot, Firestore } from "@google-cloud/firestore";
import { type Envoi, texteDEnvoi } from "#domain/submission.ts";
import type { Entree, EtatCourrier } from "#ports/inbox.ts";
import { change, documentNamed, put } from "./calls.ts";
import { COLLECTIONS } from "./collections.ts";

/** Instants are texts as collections.ts says. */
export type Champs = {
  type: Envoi["type"];
  contenu: Envoi["contenu"];
  /** SHA-256 of type and content. */
  empreinte: string;
  recuLe: string;
  courrier: EtatCourrier["etat"];
  tentatives: number;
  prochaine: string;
  /** From here on a waiting mail is due: its next attempt, or the end of a claim. Null when it does not wait. */
  echeance: string | null;
  raison: string | null;
  envoyeLe: string | null;
  traiteLe: string | null;
  autorisationRecueLe: string | null;
  /** Absent in a document of a version that did not know it. */
  birthDateToVerify?: boolean;
};

/** @param snapshot one that exists */
export const champsDe = (snapshot: DocumentSnapshot): Champs => snapshot.data() as Champs;

/** @param snapshot one that exists */
export function entreeDe(snapshot: DocumentSnapshot): Entree {
  const champs = champsDe(snapshot);
  const { type, contenu, recuLe, traiteLe, autorisationRecueLe, birthDateToVerify = false } = champs;
  const envoi = { type, contenu } as Envoi;
  return {
    ...envoi,
    id: snapshot.id,
    recuLe: new Date(recuLe),
    courrier: courrierDe(champs),
    traiteLe: dateDe(traiteLe),
    autorisationRecueLe: dateDe(autorisationRecueLe),
    birthDateToVerify,
  };
}

/** @returns the fields of the document that stands for an entry */
export function champsDEntree(entree: Entree): Champs {
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

/** @returns what an entry of the same content is found by */
export const empreinteDe = (envoi: Envoi): string => createHash("sha256").update(texteDEnvoi(envoi)).digest("hex");

const dateDe = (texte: string | null): Date | null => (texte === null ? null : new Date(texte));

function courrierDe({ courrier, tentatives, prochaine, raison, envoyeLe }: Champs): EtatCourrier {
  if (courrier === "envoye" || courrier === "garde") return { etat: courrier, le: new Date(String(envoyeLe)) };
  if (courrier === "echec") return { etat: courrier, raison: String(raison) };
  return { etat: courrier, tentatives, prochaine: new Date(prochaine), raison };
}

/**
 * @param documents ones that exist
 * @returns oldest first; entries of one instant in the order in which Firestore took them
 */
export function parArrivee<Document extends DocumentSnapshot>(documents: readonly Document[]): Document[] {
  const dates = documents.map((un) => ({ un, recuLe: Date.parse(un.get("recuLe")), creeLe: microsecondes(un) }));
  return dates.sort((a, b) => a.recuLe - b.recuLe || a.creeLe - b.creeLe).map(({ un }) => un);
}

/** Firestore's own precision. */
const microsecondes = ({ createTime }: DocumentSnapshot): number =>
  createTime ? createTime.seconds * 1e6 + Math.floor(createTime.nanoseconds / 1000) : 0;

/** @returns the document of an entry; null when there is none */
export const entryOf = (db: Firestore, id: unknown) => documentNamed(db, COLLECTIONS.inbox, id);

/**
 * Changes an entry.
 * @param changes what changes in it as it is; null: nothing; "absent": it is none of those that are meant
 * @returns whether there is such an entry
 */
export const changeEntry = (
  db: Firestore,
  id: string,
  changes: (before: Champs) => Partial<Champs> | null | "absent",
): Promise<boolean> =>
  change(db, async (write) => {
    const before = await entryOf(db, id);
    const after = before ? changes(champsDe(before)) : "absent";
    if (before && after && after !== "absent") await write((batch) => put(batch, before, after));
    return after !== "absent";
  });
