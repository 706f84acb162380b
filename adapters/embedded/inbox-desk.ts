/** The committee's side of the table `inbox`: finding entries, marking and deleting them. */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { AGE_MAJORITE } from "#domain/age.ts";
import { anneesAvant } from "#domain/dates.ts";
import { type Filtre, motsCherches } from "#domain/recherche.ts";
import type { Fiche, InboxDesk, Recherche } from "#ports/inbox.ts";
import { erase } from "./erasure.ts";
import { COLONNES, dateDe, entreeDe, type Ligne } from "./inbox-row.ts";

const EN_DOUBLE = `EXISTS (
  SELECT 1 FROM inbox AS autre WHERE autre.personne = inbox.personne AND autre.numero <> inbox.numero
) AS en_double`;

const CONDITION: Record<Filtre, string> = {
  tout: "",
  nouveau: " AND etat = 'nouveau'",
  traite: " AND etat = 'traite'",
  mineur: " AND naissance > :majeurDepuis",
  echec: " AND courrier = 'echec'",
};

/** @returns the condition that a list is narrowed to, and the values of its parameters */
function condition({ type, texte, filtre, jour }: Recherche): { ou: string; valeurs: Record<string, string> } {
  const valeurs: Record<string, string> = { type };
  if (filtre === "mineur") valeurs.majeurDepuis = anneesAvant(jour, AGE_MAJORITE);
  const mots = motsCherches(texte).map((mot, i) => {
    valeurs[`mot${i}`] = mot;
    return ` AND instr(recherche, :mot${i})`;
  });
  return { ou: `type = :type${CONDITION[filtre]}${mots.join("")}`, valeurs };
}

/** @param db as `openDatabase` gave it */
export const createInboxDesk = (db: DatabaseSync): InboxDesk => ({
  ...searches(db),
  ...resends(db),
  ...marks(db),
  ...deletions(db),
});

function searches(db: DatabaseSync): Pick<InboxDesk, "search" | "ids" | "count"> {
  const listingIds = db.prepare("SELECT id FROM inbox");
  // One statement each: every one of them is answered from an index alone.
  const countingAll = db.prepare("SELECT count(*) AS nombre FROM inbox WHERE type = ?");
  const countingNew = db.prepare("SELECT count(*) AS nombre FROM inbox WHERE type = ? AND etat = 'nouveau'");
  const countingRefused = db.prepare("SELECT count(*) AS nombre FROM inbox WHERE type = ? AND courrier = 'echec'");
  return {
    async search(recherche, portion) {
      const { ou, valeurs } = condition(recherche);
      const compte = db.prepare(`SELECT count(*) AS nombre FROM inbox WHERE ${ou}`).get(valeurs);
      const lignes = db
        .prepare(
          `SELECT ${COLONNES}, ${EN_DOUBLE} FROM inbox WHERE ${ou}
           ORDER BY recu_le DESC, numero DESC LIMIT :nombre OFFSET :debut`,
        )
        .all({ ...valeurs, nombre: portion?.nombre ?? -1, debut: portion?.debut ?? 0 });
      const fiches = lignes.map((ligne) => ({ ...entreeDe(ligne as Ligne), enDouble: ligne.en_double === 1 }));
      return { fiches: fiches as Extract<Fiche, { type: typeof recherche.type }>[], total: Number(compte?.nombre) };
    },

    async ids() {
      return new Set(listingIds.all().map(({ id }) => String(id)));
    },

    async count(type) {
      const counted = (counting: StatementSync) => Number(counting.get(type)?.nombre);
      return { total: counted(countingAll), nouveaux: counted(countingNew), refused: counted(countingRefused) };
    },
  };
}

function resends(db: DatabaseSync): Pick<InboxDesk, "resend" | "resendAll"> {
  const resending = db.prepare(
    `UPDATE inbox SET courrier = 'en-attente', tentatives = 0, prochaine = ?, raison = NULL, mail_kept = 0, envoye_le = NULL
     WHERE id = ? AND (courrier = 'echec' OR mail_kept)`,
  );
  const resendingAll = db.prepare(
    `UPDATE inbox SET courrier = 'en-attente', tentatives = 0, prochaine = ?, raison = NULL
     WHERE type = ? AND courrier = 'echec'`,
  );
  const finding = db.prepare("SELECT 1 FROM inbox WHERE id = ?");
  return {
    async resend(id, maintenant) {
      return resending.run(maintenant.toISOString(), id).changes > 0 || finding.get(id) !== undefined;
    },

    async resendAll(type, now) {
      return Number(resendingAll.run(now.toISOString(), type).changes);
    },
  };
}

function marks(db: DatabaseSync): Pick<InboxDesk, "setTreated" | "setAuthorised" | "setBirthDateVerified"> {
  const treating = db.prepare(
    "UPDATE inbox SET etat = 'traite', traite_le = coalesce(traite_le, ?) WHERE id = ? RETURNING 1",
  );
  const reopening = db.prepare("UPDATE inbox SET etat = 'nouveau', traite_le = NULL WHERE id = ? RETURNING 1");
  const authorising = db.prepare(
    `UPDATE inbox SET autorisation_recue_le = CASE WHEN :le IS NULL THEN NULL ELSE coalesce(autorisation_recue_le, :le) END
     WHERE id = :id AND type = 'inscription' RETURNING 1`,
  );
  const verifyingBirthDate = db.prepare(
    "UPDATE inbox SET birth_date_to_verify = 0 WHERE id = ? AND type = 'inscription' RETURNING 1",
  );
  return {
    async setTreated(id, le) {
      return (le ? treating.get(le.toISOString(), id) : reopening.get(id)) !== undefined;
    },

    async setAuthorised(id, le) {
      return authorising.get({ id, le: le?.toISOString() ?? null }) !== undefined;
    },

    async setBirthDateVerified(id) {
      return verifyingBirthDate.get(id) !== undefined;
    },
  };
}

function deletions(db: DatabaseSync): Pick<InboxDesk, "delete" | "countTreated" | "purge"> {
  const deleting = db.prepare("DELETE FROM inbox WHERE id = ?");
  const countingTreated = db.prepare(
    `SELECT count(*) AS nombre, min(traite_le) AS premier, max(traite_le) AS dernier
     FROM inbox WHERE type = ? AND traite_le < ?`,
  );
  const purging = db.prepare("DELETE FROM inbox WHERE type = ? AND traite_le < ?");
  return {
    async delete(id) {
      erase(db, () => deleting.run(id));
    },

    async countTreated(type, avant) {
      const { nombre, premier, dernier } = countingTreated.get(type, avant.toISOString()) as {
        nombre: number;
        premier: string | null;
        dernier: string | null;
      };
      return { nombre, premier: dateDe(premier), dernier: dateDe(dernier) };
    },

    async purge(type, traitesAvant) {
      return Number(erase(db, () => purging.run(type, traitesAvant.toISOString())).changes);
    },
  };
}
