/** The back door of the data folder (ports/demenagement.ts): rows as they are. */
import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import { cleDIdentifiant } from "#domain/identifiants.ts";
import type { Contenus, Demenagement, ImageMove, Sorte } from "#ports/demenagement.ts";
import type { Entree } from "#ports/inbox.ts";
import { createEvenementStore } from "./evenement-store.ts";
import { createInbox, empreinteDe } from "./inbox.ts";
import { derivesDe } from "./inbox-index.ts";
import { birthDateToVerifyOf, COLONNES, entreeDe, type Ligne } from "./inbox-row.ts";
import { createMembreStore } from "./membre-store.ts";
import { AVANT_TOUT, createReglagesStore } from "./reglages-store.ts";
import { transaction } from "./transaction.ts";

type Lire = { [S in Sorte]: () => Promise<Contenus[S][]> };
type Ajouter = { [S in Sorte]: (document: Contenus[S]) => void };

/**
 * Makes the back door of a data folder on which no site runs, but for its pictures.
 * @param db as `openDatabase` gave it; closed with the door
 */
export function createDemenagement({ db }: { db: DatabaseSync }): Omit<Demenagement, keyof ImageMove> {
  // Completes what an older version left to be derived.
  createInbox(db);
  const [lire, ajouter] = [reading(db), adding(db)];
  return {
    lire: (sorte) => lire[sorte](),
    ajouter: async (sorte, document) => transaction(db, () => ajouter[sorte](document)),
    champsEtrangers: async () => ({ documents: 0, noms: [] }),
    async close() {
      db.close();
    },
  };
}

function reading(db: DatabaseSync): Lire {
  const [membres, evenements, reglages] = [createMembreStore(db), createEvenementStore(db), createReglagesStore(db)];
  const listingInbox = db.prepare(`SELECT ${COLONNES} FROM inbox ORDER BY recu_le, numero`);
  return {
    membres: async () => (await membres.list()).map(({ version: _, ...membre }) => membre),
    evenements: async () => (await evenements.list()).map(({ version: _, ...evenement }) => evenement),
    retires: () => evenements.retires(new Date(0)),
    async reglages() {
      const { version, modifies, ...contenu } = await reglages.get();
      return version === AVANT_TOUT ? [] : [{ id: "reglages", contenu, modifies }];
    },
    inbox: async () => listingInbox.all().map((ligne) => entreeDe(ligne as Ligne)),
  };
}

function adding(db: DatabaseSync): Ajouter {
  const reserving = db.prepare("UPDATE revisions SET derniere = max(derniere + 1, ?) RETURNING derniere");
  const raising = db.prepare("UPDATE evenements SET revision = :sequence WHERE id = :id AND revision < :sequence");
  const finding = db.prepare("SELECT 1 FROM evenements WHERE id = ?");
  const removingTrace = db.prepare("DELETE FROM evenements_retires WHERE id = ?");

  /** Adds a row, unless one is in its place. @param row by the names of the columns @returns whether it was added */
  function insert(table: string, row: Record<string, SQLInputValue>): boolean {
    const columns = Object.keys(row);
    const values = columns.map((column) => `:${column}`);
    const sql = `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${values.join(", ")}) ON CONFLICT DO NOTHING`;
    return db.prepare(sql).run(row).changes === 1;
  }
  /** @returns columns of a document: a revision that none has had, and no calendar has seen a higher one */
  const own = ({ id, modifieLe }: { id: string; modifieLe: string }, sequence = 0) => ({
    ...{ id, cle: cleDIdentifiant(id), modifie_le: modifieLe },
    revision: Number(reserving.get(sequence)?.derniere),
  });

  return {
    membres({ id, modifieLe, ...champs }) {
      insert("membres", { ...champs, ...own({ id, modifieLe }) });
    },
    evenements({ id, modifieLe, sequence, ...champs }) {
      if (finding.get(id)) {
        raising.run({ id, sequence });
        reserving.get(sequence);
      } else if (insert("evenements", { ...champs, ...own({ id, modifieLe }, sequence) })) removingTrace.run(id);
    },
    retires({ modifieLe, ...trace }) {
      insert("evenements_retires", { ...trace, modifie_le: modifieLe });
      reserving.get(trace.sequence);
    },
    reglages({ contenu, modifies }) {
      const auteur = { modifie_le: modifies?.le.toISOString() ?? null, modifie_par: modifies?.email ?? null };
      insert("reglages", { ligne: 1, contenu: JSON.stringify(contenu), ...auteur });
    },
    inbox(entree) {
      insert("inbox", rowOf(entree));
    },
  };
}

function rowOf(entree: Entree): Record<string, SQLInputValue> {
  const { id, type, contenu, courrier, traiteLe, autorisationRecueLe } = entree;
  const recuLe = entree.recuLe.toISOString();
  const enAttente = courrier.etat === "en-attente" ? courrier : null;
  const [recherche, personne, naissance] = derivesDe(entree);
  return {
    ...{ id, type, contenu: JSON.stringify(contenu), empreinte: empreinteDe(entree), recu_le: recuLe },
    etat: traiteLe ? "traite" : "nouveau",
    courrier: courrier.etat === "garde" ? "envoye" : courrier.etat,
    mail_kept: courrier.etat === "garde" ? 1 : 0,
    tentatives: enAttente?.tentatives ?? 0,
    prochaine: enAttente?.prochaine.toISOString() ?? recuLe,
    raison: "raison" in courrier ? courrier.raison : null,
    envoye_le: "le" in courrier ? courrier.le.toISOString() : null,
    traite_le: traiteLe?.toISOString() ?? null,
    autorisation_recue_le: autorisationRecueLe?.toISOString() ?? null,
    birth_date_to_verify: birthDateToVerifyOf(entree),
    ...{ recherche, personne, naissance },
  };
}
