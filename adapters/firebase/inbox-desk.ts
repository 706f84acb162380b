/**
 * The committee's side of the collection `inbox`: finding entries, marking and deleting them. Firestore finds no words
 * within a text: a list reads all entries of its type.
 */
import type { DocumentSnapshot, Firestore } from "@google-cloud/firestore";
import { AGE_MAJORITE } from "#domain/age.ts";
import { anneesAvant, jourDepuis } from "#domain/dates.ts";
import { clePersonne, motsCherches, texteDeRecherche } from "#domain/recherche.ts";
import type { TypeDEnvoi } from "#domain/submission.ts";
import type { Entree, Fiche, InboxDesk, Recherche } from "#ports/inbox.ts";
import { ask, change, remove } from "./calls.ts";
import { COLLECTIONS } from "./collections.ts";
import { type Champs, champsDe, changeEntry, entreeDe, entryOf, parArrivee } from "./inbox-document.ts";

/** So many entries are deleted side by side. */
const A_LA_FOIS = 20;

const FILTRES: Record<Recherche["filtre"], (entree: Entree, recherche: Recherche) => boolean> = {
  tout: () => true,
  nouveau: ({ traiteLe }) => traiteLe === null,
  traite: ({ traiteLe }) => traiteLe !== null,
  mineur: ({ type, contenu }, { jour }) =>
    type === "inscription" && jourDepuis(contenu.dateAnniv) > anneesAvant(jour, AGE_MAJORITE),
  echec: ({ courrier }) => courrier.etat === "echec",
};

/** Does something with each of many, a few side by side. @returns how many it was done with */
async function countDone<T>(many: readonly T[], done: (one: T) => Promise<boolean>): Promise<number> {
  let count = 0;
  for (let i = 0; i < many.length; i += A_LA_FOIS)
    count += (await Promise.all(many.slice(i, i + A_LA_FOIS).map(done))).filter(Boolean).length;
  return count;
}

/** @param db as `openFirestore` gave it */
export const createInboxDesk = (db: Firestore): InboxDesk => ({ ...finding(db), ...marking(db), ...deleting(db) });

const refusedOf = (db: Firestore, type: TypeDEnvoi) =>
  db.collection(COLLECTIONS.inbox).where("type", "==", type).where("courrier", "==", "echec");

function finding(db: Firestore): Pick<InboxDesk, "search" | "ids" | "count"> {
  const inbox = db.collection(COLLECTIONS.inbox);
  return {
    async search(recherche, portion) {
      const { docs } = await ask(inbox.where("type", "==", recherche.type).get());
      const toutes = parArrivee(docs).reverse().map(entreeDe);
      const mots = motsCherches(recherche.texte);
      const trouvees = toutes.filter((entree) => {
        if (!FILTRES[recherche.filtre](entree, recherche)) return false;
        const texte = mots.length > 0 ? texteDeRecherche(entree) : "";
        return mots.every((mot) => texte.includes(mot));
      });
      const { debut, nombre } = portion ?? { debut: 0, nombre: trouvees.length };
      const parPersonne = Map.groupBy(toutes, personneDe);
      const fiches = trouvees.slice(debut, debut + nombre).map((entree) => {
        const personne = personneDe(entree);
        return { ...entree, enDouble: personne !== null && (parPersonne.get(personne)?.length ?? 0) > 1 };
      });
      return { fiches: fiches as Extract<Fiche, { type: typeof recherche.type }>[], total: trouvees.length };
    },

    ids: async () => new Set((await ask(inbox.select().get())).docs.map(({ id }) => id)),

    async count(type) {
      const duType = inbox.where("type", "==", type);
      const queries = [duType, duType.where("traiteLe", "==", null), refusedOf(db, type)];
      const counts = await Promise.all(queries.map(async (one) => (await ask(one.count().get())).data().count));
      const [total = 0, nouveaux = 0, refused = 0] = counts;
      return { total, nouveaux, refused };
    },
  };
}

function marking(
  db: Firestore,
): Pick<InboxDesk, "resend" | "resendAll" | "setTreated" | "setAuthorised" | "setBirthDateVerified"> {
  /** @param onWaits hears of a mail that waits again */
  const resend = (id: string, maintenant: Date, onWaits = () => {}) =>
    changeEntry(db, id, ({ courrier }) => {
      if (courrier !== "echec" && courrier !== "garde") return null;
      const prochaine = maintenant.toISOString();
      onWaits();
      return { courrier: "en-attente", tentatives: 0, prochaine, echeance: prochaine, raison: null, envoyeLe: null };
    });

  return {
    resend: (id, maintenant) => resend(id, maintenant),

    async resendAll(type, now) {
      const { docs } = await ask(refusedOf(db, type).select().get());
      const waiting = new Set<string>();
      await countDone(docs, ({ id }) => resend(id, now, () => waiting.add(id)));
      return waiting.size;
    },

    setTreated: (id, le) =>
      changeEntry(db, id, ({ traiteLe }) => (le && traiteLe ? null : { traiteLe: le?.toISOString() ?? null })),

    setAuthorised: (id, le) =>
      changeEntry(db, id, ({ type, autorisationRecueLe }) => {
        if (type !== "inscription") return "absent";
        return le && autorisationRecueLe ? null : { autorisationRecueLe: le?.toISOString() ?? null };
      }),

    setBirthDateVerified: (id) =>
      changeEntry(db, id, ({ type, birthDateToVerify }) => {
        if (type !== "inscription") return "absent";
        return birthDateToVerify ? { birthDateToVerify: false } : null;
      }),
  };
}

function deleting(db: Firestore): Pick<InboxDesk, "delete" | "countTreated" | "purge"> {
  /** @param stillDue whether it is still to be deleted @returns whether it was */
  const erase = (id: string, stillDue: (champs: Champs) => boolean = () => true): Promise<boolean> =>
    change(db, async (write) => {
      const entree = await entryOf(db, id);
      if (!entree || !stillDue(champsDe(entree))) return false;
      const repere = await ask(db.collection(COLLECTIONS.empreintes).doc(champsDe(entree).empreinte).get());
      await write((batch) => {
        remove(batch, entree);
        if (repere.get("id") === id) remove(batch, repere);
      });
      return true;
    });

  /** @returns entries of a type that were treated before an instant */
  async function treated(type: TypeDEnvoi, before: Date): Promise<DocumentSnapshot[]> {
    // Narrowed to the type here: two conditions of this kind would need an index of their own.
    const old = db.collection(COLLECTIONS.inbox).where("traiteLe", "<", before.toISOString());
    return (await ask(old.select("type", "traiteLe").get())).docs.filter((un) => champsDe(un).type === type);
  }

  return {
    delete: async (id) => void (await erase(id)),

    async countTreated(type, avant) {
      const dates = (await treated(type, avant)).map((un) => String(champsDe(un).traiteLe)).sort();
      const [premier = null, dernier = null] = [dates.at(0), dates.at(-1)].map((date) =>
        date ? new Date(date) : null,
      );
      return { nombre: dates.length, premier, dernier };
    },

    async purge(type, traitesAvant) {
      const limite = traitesAvant.toISOString();
      const due = ({ traiteLe }: Champs) => traiteLe !== null && traiteLe < limite;
      return countDone(await treated(type, traitesAvant), ({ id }) => erase(id, due));
    },
  };
}

/** Null for a message: it is nobody's double. */
const personneDe = ({ type, contenu }: Entree): string | null => (type === "inscription" ? clePersonne(contenu) : null);
