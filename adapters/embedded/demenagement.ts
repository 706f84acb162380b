/** The back door of the data folder (ports/demenagement.ts): rows as they are. */
import type { DatabaseSync } from "node:sqlite";
import { CHAMPS_EVENEMENT } from "#domain/evenement.ts";
import { cleDIdentifiant } from "#domain/identifiants.ts";
import type { Contenus, Demenagement, ImageMove, Sorte } from "#ports/demenagement.ts";
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
  const [membres, evenements, reglages] = [createMembreStore(db), createEvenementStore(db), createReglagesStore(db)];
  // Completes what an older version left to be derived.
  createInbox(db);
  const noms = CHAMPS_EVENEMENT.join(", ");
  const champs = CHAMPS_EVENEMENT.map((champ) => `:${champ}`).join(", ");

  const listingInbox = db.prepare(`SELECT ${COLONNES} FROM inbox ORDER BY recu_le, numero`);
  const reserving = db.prepare("UPDATE revisions SET derniere = max(derniere + 1, ?) RETURNING derniere");
  const addingMembre = db.prepare(
    `INSERT INTO membres (id, cle, revision, modifie_le, Prenom, Nom, Poste)
     VALUES (:id, :cle, :revision, :modifieLe, :Prenom, :Nom, :Poste) ON CONFLICT DO NOTHING`,
  );
  const addingEvenement = db.prepare(
    `INSERT INTO evenements (id, cle, revision, modifie_le, ${noms})
     VALUES (:id, :cle, :revision, :modifieLe, ${champs}) ON CONFLICT DO NOTHING`,
  );
  const raisingEvenement = db.prepare(
    "UPDATE evenements SET revision = :sequence WHERE id = :id AND revision < :sequence",
  );
  const findingEvenement = db.prepare("SELECT 1 FROM evenements WHERE id = ?");
  const removingTrace = db.prepare("DELETE FROM evenements_retires WHERE id = ?");
  const addingTrace = db.prepare(
    `INSERT INTO evenements_retires (id, sequence, modifie_le, ${noms})
     VALUES (:id, :sequence, :modifieLe, ${champs}) ON CONFLICT DO NOTHING`,
  );
  const addingReglages = db.prepare(
    "INSERT INTO reglages (ligne, contenu, modifie_le, modifie_par) VALUES (1, ?, ?, ?) ON CONFLICT DO NOTHING",
  );
  const addingEntree = db.prepare(
    `INSERT INTO inbox (id, type, contenu, empreinte, recu_le, etat, courrier, mail_kept, tentatives, prochaine, raison,
       envoye_le, traite_le, autorisation_recue_le, birth_date_to_verify, recherche, personne, naissance)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
  );

  /** @returns a revision that no document has had, and no calendar has seen a higher one */
  const revision = (auMoins = 0): number => Number(reserving.get(auMoins)?.derniere);

  const lire: Lire = {
    membres: async () => (await membres.list()).map(sansVersion),
    evenements: async () => (await evenements.list()).map(sansVersion),
    retires: () => evenements.retires(new Date(0)),
    async reglages() {
      const { version, modifies, ...contenu } = await reglages.get();
      return version === AVANT_TOUT ? [] : [{ id: "reglages", contenu, modifies }];
    },
    inbox: async () => listingInbox.all().map((ligne) => entreeDe(ligne as Ligne)),
  };

  const ajouter: Ajouter = {
    membres: (membre) => void addingMembre.run({ ...membre, cle: cleDIdentifiant(membre.id), revision: revision() }),
    evenements({ sequence, ...evenement }) {
      const { id } = evenement;
      if (findingEvenement.get(id)) {
        raisingEvenement.run({ id, sequence });
        reserving.get(sequence);
        return;
      }
      const ligne = { ...evenement, cle: cleDIdentifiant(id), revision: revision(sequence) };
      if (addingEvenement.run(ligne).changes === 1) removingTrace.run(id);
    },
    retires(trace) {
      addingTrace.run({ ...trace });
      reserving.get(trace.sequence);
    },
    reglages({ contenu, modifies }) {
      addingReglages.run(JSON.stringify(contenu), modifies?.le.toISOString() ?? null, modifies?.email ?? null);
    },
    inbox(entree) {
      const { id, type, contenu, courrier, traiteLe, autorisationRecueLe } = entree;
      const recuLe = entree.recuLe.toISOString();
      addingEntree.run(
        ...[id, type, JSON.stringify(contenu), empreinteDe(entree), recuLe, traiteLe ? "traite" : "nouveau"],
        courrier.etat === "garde" ? "envoye" : courrier.etat,
        courrier.etat === "garde" ? 1 : 0,
        courrier.etat === "en-attente" ? courrier.tentatives : 0,
        courrier.etat === "en-attente" ? courrier.prochaine.toISOString() : recuLe,
        "raison" in courrier ? courrier.raison : null,
        "le" in courrier ? courrier.le.toISOString() : null,
        traiteLe?.toISOString() ?? null,
        autorisationRecueLe?.toISOString() ?? null,
        birthDateToVerifyOf(entree),
        ...derivesDe(entree),
      );
    },
  };

  return {
    lire: (sorte) => lire[sorte](),
    ajouter: async (sorte, document) => transaction(db, () => ajouter[sorte](document)),
    champsEtrangers: async () => ({ documents: 0, noms: [] }),
    async close() {
      db.close();
    },
  };
}

function sansVersion<Document extends { version: string }>({ version: _, ...reste }: Document) {
  return reste;
}
