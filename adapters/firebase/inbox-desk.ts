/**
 * The committee's side of the collection `inbox`: finding entries, marking and deleting them. Firestore finds no words
 * within a text: a list reads all entries of its type.
 */
import type { DocumentSnapshot, Firestore } from "@google-cloud/firestore";
import { anneesAvant, jourDepuis } from "#domain/dates.ts";
import { AGE_MAJORITE } from "#domain/inscription.ts";
import { clePersonne, motsCherches, texteDeRecherche } from "#domain/recherche.ts";
import type { Entree, Fiche, InboxDesk, Recherche, TypeDEnvoi } from "#ports/inbox.ts";
import { ask, untilWritten, write } from "./calls.ts";
import { COLLECTIONS, estNomDeDocument } from "./collections.ts";
import { type Champs, champsDe, entreeDe, parArrivee } from "./inbox-document.ts";

/** Changes a document as it is; null: nothing changes. Gives false when there is none. */
type Modifier = (id: string, changements: (avant: Champs) => Partial<Champs> | null) => Promise<boolean>;

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

/**
 * @param db as `openFirestore` gave it
 * @param modifier changes one entry
 */
export function createInboxDesk(db: Firestore, modifier: Modifier): InboxDesk {
  const inbox = db.collection(COLLECTIONS.inbox);
  const empreintes = db.collection(COLLECTIONS.empreintes);

  const refusedOf = (type: TypeDEnvoi) => inbox.where("type", "==", type).where("courrier", "==", "echec");

  /** @param siEncore whether it is still to be deleted @returns whether it was */
  function effacer(id: string, siEncore: (champs: Champs) => boolean = () => true): Promise<boolean> {
    return untilWritten(async () => {
      const entree = await ask(inbox.doc(id).get());
      if (!entree.exists || !siEncore(champsDe(entree))) return false;
      const repere = await ask(empreintes.doc(champsDe(entree).empreinte).get());
      const ecrit = await write(db, (batch) => {
        batch.delete(entree.ref, { lastUpdateTime: entree.updateTime });
        if (repere.get("id") === id) batch.delete(repere.ref, { lastUpdateTime: repere.updateTime });
      });
      return ecrit || undefined;
    });
  }

  /** @returns entries of a type that were treated before an instant */
  async function traites(type: TypeDEnvoi, avant: Date): Promise<DocumentSnapshot[]> {
    // Narrowed to the type here: two conditions of this kind would need an index of their own.
    const reponse = await ask(inbox.where("traiteLe", "<", avant.toISOString()).select("type", "traiteLe").get());
    return reponse.docs.filter((un) => champsDe(un).type === type);
  }

  /** @param onWaits hears of a mail that waits again @returns false when there is no such entry */
  const resend = (id: string, maintenant: Date, onWaits = () => {}) =>
    modifier(id, ({ courrier }) => {
      if (courrier !== "echec" && courrier !== "garde") return null;
      const prochaine = maintenant.toISOString();
      onWaits();
      return { courrier: "en-attente", tentatives: 0, prochaine, echeance: prochaine, raison: null, envoyeLe: null };
    });

  return {
    resend: (id, maintenant) => resend(id, maintenant),

    async resendAll(type, now) {
      const { docs } = await ask(refusedOf(type).select().get());
      const waiting = new Set<string>();
      while (docs.length > 0)
        await Promise.all(docs.splice(0, A_LA_FOIS).map(({ id }) => resend(id, now, () => waiting.add(id))));
      return waiting.size;
    },

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
      const fois = compter(toutes.map(personneDe));
      const fiches = trouvees
        .slice(debut, debut + nombre)
        .map((entree) => ({ ...entree, enDouble: (fois.get(personneDe(entree)) ?? 0) > 1 }));
      return { fiches: fiches as Extract<Fiche, { type: typeof recherche.type }>[], total: trouvees.length };
    },

    async ids() {
      const { docs } = await ask(inbox.select().get());
      return new Set(docs.map(({ id }) => id));
    },

    async count(type) {
      const duType = inbox.where("type", "==", type);
      const [tous, nouveaux, refused] = await Promise.all([
        ask(duType.count().get()),
        ask(duType.where("traiteLe", "==", null).count().get()),
        ask(refusedOf(type).count().get()),
      ]);
      return { total: tous.data().count, nouveaux: nouveaux.data().count, refused: refused.data().count };
    },

    setTreated: (id, le) =>
      modifier(id, ({ traiteLe }) => (le && traiteLe ? null : { traiteLe: le?.toISOString() ?? null })),

    async setAuthorised(id, le) {
      let inscription = false;
      const existe = await modifier(id, ({ type, autorisationRecueLe }) => {
        inscription = type === "inscription";
        if (!inscription || (le && autorisationRecueLe)) return null;
        return { autorisationRecueLe: le?.toISOString() ?? null };
      });
      return existe && inscription;
    },

    async setBirthDateVerified(id) {
      let inscription = false;
      const existe = await modifier(id, ({ type, birthDateToVerify }) => {
        inscription = type === "inscription";
        return birthDateToVerify ? { birthDateToVerify: false } : null;
      });
      return existe && inscription;
    },

    async delete(id) {
      if (estNomDeDocument(id)) await effacer(id);
    },

    async countTreated(type, avant) {
      const dates = (await traites(type, avant)).map((un) => Date.parse(String(champsDe(un).traiteLe)));
      if (dates.length === 0) return { nombre: 0, premier: null, dernier: null };
      return { nombre: dates.length, premier: new Date(Math.min(...dates)), dernier: new Date(Math.max(...dates)) };
    },

    async purge(type, traitesAvant) {
      const limite = traitesAvant.toISOString();
      const perimes = await traites(type, traitesAvant);
      let nombre = 0;
      while (perimes.length > 0) {
        const effaces = perimes
          .splice(0, A_LA_FOIS)
          .map(({ id }) => effacer(id, ({ traiteLe }) => traiteLe !== null && traiteLe < limite));
        nombre += (await Promise.all(effaces)).filter(Boolean).length;
      }
      return nombre;
    },
  };
}

/** Null for a message: it is nobody's double. */
const personneDe = ({ type, contenu }: Entree): string | null => (type === "inscription" ? clePersonne(contenu) : null);

function compter(cles: readonly (string | null)[]): Map<string | null, number> {
  const fois = new Map<string | null, number>();
  for (const cle of cles) if (cle !== null) fois.set(cle, (fois.get(cle) ?? 0) + 1);
  return fois;
}
