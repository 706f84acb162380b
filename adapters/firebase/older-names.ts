/**
 * What versions up to November 2026 called the site's own collections, documents and fields. What one has written,
 * or still writes while a newer instance starts beside it, gets the names of today; what SPEC.md names stays.
 */
import { type DocumentReference, FieldValue, type Firestore } from "@google-cloud/firestore";
import { ask, change, put, remove } from "./firestore-calls.ts";
import { COLLECTIONS } from "./firestore-fields.ts";

/** Names of today by older ones. */
type Names = Readonly<Record<string, string>>;

const WRITES: Names = { modifieLe: "updatedAt", ecriture: "writeId" };
const EVENEMENTS: Names = { ...WRITES, Du: "FirstDay", Au: "LastDay", Heure: "StartTime", Etat: "State" };
const SETTINGS: Names = {
  ...{ ...WRITES, contenu: "content", modifiePar: "updatedBy", annee: "planningYear", titulaire: "holder" },
  ...{ npa: "postcode", lieu: "place", destinataires: "recipients", hebergement: "hosting", messagerie: "mailHosting" },
  ...{ conservationMessages: "messageRetentionMonths", conservationInscriptions: "inscriptionRetentionMonths" },
};
const INBOX: Names = {
  ...{ contenu: "content", empreinte: "fingerprint", recuLe: "receivedAt", courrier: "mail", tentatives: "attempts" },
  ...{ prochaine: "nextAttempt", echeance: "dueAt", raison: "reason", envoyeLe: "sentAt", traiteLe: "handledAt" },
  ...{ autorisationRecueLe: "consentFormReceivedAt" },
};
/** Of accounts, and of turns. */
export const STATE: Names = {
  ...{ comptes: "accounts", entree: "entry", derniereConnexion: "lastSignIn", lien: "link", genre: "kind" },
  ...{ empreinte: "fingerprint", expireLe: "expiresAt", prochain: "nextAt" },
};

/**
 * Each collection that may hold something under an older name, its name of today and its fields; where it has kept its
 * name, also the field that its older documents are found by.
 */
const COLLECTIONS_OF_BEFORE: readonly (readonly [from: string, to: string, fields: Names, by?: string])[] = [
  ["membres", COLLECTIONS.membres, WRITES, "ecriture"],
  ["evenements", COLLECTIONS.evenements, EVENEMENTS, "ecriture"],
  ["evenements-retires", COLLECTIONS.deleted, EVENEMENTS],
  ["cles", COLLECTIONS.keys, {}],
  ["reglages", COLLECTIONS.settings, SETTINGS],
  ["inbox", COLLECTIONS.inbox, INBOX, "recuLe"],
  ["inbox-empreintes", COLLECTIONS.fingerprints, {}],
  ["etat", COLLECTIONS.state, STATE],
];

const DOCUMENTS: Names = { actuels: "current", comptes: "accounts", sante: "health", "tour-emailjs": "turn-emailjs" };

/** Documents that are renamed in one write. */
const AT_ONCE = 50;

/** @returns the same with the names of today, at every depth */
export function renamed<Value>(value: Value, names: Names): Value {
  if (value === null || typeof value !== "object" || Object.getPrototypeOf(value) !== Object.prototype) return value;
  const entries = Object.entries(value).map(([name, inner]) => [names[name] ?? name, renamed(inner, names)]);
  return Object.fromEntries(entries);
}

/**
 * Renames all that has an older name. Several instances may do it at the same moment, and what one leaves undone the
 * next one does.
 * @throws when the store does not answer
 */
export async function renameOlder(db: Firestore): Promise<void> {
  for (const [from, to, fields, by] of COLLECTIONS_OF_BEFORE) {
    const older = by ? db.collection(from).orderBy(by) : db.collection(from);
    for (;;) {
      const { docs } = await ask(older.limit(AT_ONCE).get());
      if (docs.length === 0) break;
      await rename(
        db,
        docs.map(({ ref }) => ref),
        to,
        fields,
      );
    }
  }
}

/** What is there under the name of today already, stays: it is newer. */
const rename = (db: Firestore, refs: readonly DocumentReference[], to: string, fields: Names): Promise<void> =>
  change(db, async (write) => {
    const targets = refs.map(({ id }) => db.collection(to).doc(DOCUMENTS[id] ?? id));
    const found = await ask(db.getAll(...refs, ...targets));
    await write((batch) => {
      for (const [n, before] of found.slice(0, refs.length).entries()) {
        const [data, target] = [before.data(), found[refs.length + n]];
        if (!data || !target) continue;
        const changes = changesOf(data, fields);
        if (target.ref.path !== before.ref.path) {
          if (!target.exists) batch.create(target.ref, renamed(data, fields));
          remove(batch, before);
        } else if (Object.keys(changes).length > 0) put(batch, before, changes);
      }
    });
  });

/** @returns what a document gets, and which of its fields go; nothing for one that has no older name */
function changesOf(data: object, names: Names): object {
  const older = Object.entries(data).filter(([name]) => names[name] !== undefined);
  const gone = older.map(([name]) => [name, FieldValue.delete()]);
  return { ...renamed(Object.fromEntries(older), names), ...Object.fromEntries(gone) };
}
