/** What visitors sent, and the outbox of its mail, in the table `inbox`; inbox-desk.ts is the committee's side. */
import { createHash, randomBytes } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import type { Envoi, Inbox } from "#ports/inbox.ts";
import { createInboxDesk } from "./inbox-desk.ts";
import { derivesDe, indexer } from "./inbox-index.ts";
import { COLONNES, entreeDe, type Ligne } from "./inbox-row.ts";
import { transaction } from "./transaction.ts";

const VINGT_QUATRE_HEURES_MS = 24 * 60 * 60 * 1000;

/** No attempt is put off so long: one that lies farther ahead was set by a clock that has been set back since. */
const ATTENTE_MAX_MS = 2 * 60 * 60 * 1000;

/** A waiting mail is due from here on: a claim that has lapsed counts like an attempt that is due. */
const ECHEANCE = "coalesce(reservee_jusqu_a, prochaine)";

/**
 * Makes the inbox. Any number of them, in any number of processes, may work on one file.
 * @param db as `openDatabase` gave it
 */
export function createInbox(db: DatabaseSync): Inbox {
  indexer(db);
  const reading = db.prepare(`SELECT ${COLONNES} FROM inbox WHERE id = ?`);
  const findingSame = db.prepare(
    `SELECT ${COLONNES} FROM inbox WHERE empreinte = ? AND recu_le > ? ORDER BY recu_le DESC LIMIT 1`,
  );
  const adding = db.prepare(
    `INSERT INTO inbox (id, type, contenu, empreinte, recu_le, prochaine, recherche, personne, naissance)
     VALUES (?, ?, ?, ?, ?5, ?5, ?6, ?7, ?8)
     RETURNING ${COLONNES}`,
  );
  const claiming = db.prepare(
    `UPDATE inbox SET reservee_jusqu_a = ?2
     WHERE numero IN (
       SELECT numero FROM inbox WHERE courrier = 'en-attente' AND (${ECHEANCE} <= ?1 OR ${ECHEANCE} > ?4)
       ORDER BY recu_le, numero LIMIT ?3
     )
     RETURNING ${COLONNES}`,
  );
  const findingNext = db.prepare(`SELECT min(${ECHEANCE}) AS echeance FROM inbox WHERE courrier = 'en-attente'`);
  // A worker whose claim has lapsed may report after another one: a mail that went out stays sent.
  const markingSent = db.prepare(
    `UPDATE inbox SET courrier = 'envoye', envoye_le = ?2, raison = NULL, reservee_jusqu_a = NULL
     WHERE id = ?1 AND courrier <> 'envoye'`,
  );
  const markingRetry = db.prepare(
    `UPDATE inbox SET tentatives = tentatives + 1, raison = ?2, prochaine = ?3, reservee_jusqu_a = NULL
     WHERE id = ?1 AND courrier = 'en-attente'`,
  );
  const markingFailed = db.prepare(
    `UPDATE inbox SET courrier = 'echec', raison = ?2, reservee_jusqu_a = NULL
     WHERE id = ?1 AND courrier = 'en-attente'`,
  );

  return {
    ...createInboxDesk(db),

    async add(envoi, maintenant) {
      const empreinte = empreinteDe(envoi);
      const depuis = apres(maintenant, -VINGT_QUATRE_HEURES_MS);
      return transaction(db, () => {
        const meme = findingSame.get(empreinte, depuis);
        if (meme) return { entree: entreeDe(meme as Ligne), nouvelle: false };
        const id = randomBytes(18).toString("base64url");
        const contenu = JSON.stringify(envoi.contenu);
        const recuLe = maintenant.toISOString();
        const ligne = adding.get(id, envoi.type, contenu, empreinte, recuLe, ...derivesDe(envoi));
        return { entree: entreeDe(ligne as Ligne), nouvelle: true };
      });
    },

    async get(id) {
      const ligne = reading.get(id);
      return ligne ? entreeDe(ligne as Ligne) : null;
    },

    async claimDue(maintenant, dureeMs, nombre) {
      const jusqua = apres(maintenant, dureeMs);
      const limite = apres(maintenant, ATTENTE_MAX_MS);
      const lignes = claiming.all(maintenant.toISOString(), jusqua, nombre, limite) as Ligne[];
      // RETURNING promises no order.
      return lignes.sort((a, b) => Date.parse(a.recu_le) - Date.parse(b.recu_le) || a.numero - b.numero).map(entreeDe);
    },

    async nextDue() {
      const echeance = findingNext.get()?.echeance;
      return typeof echeance === "string" ? new Date(echeance) : null;
    },

    async markSent(id, le) {
      markingSent.run(id, le.toISOString());
    },

    async markRetry(id, raison, prochaine) {
      markingRetry.run(id, raison, prochaine.toISOString());
    },

    async markFailed(id, raison) {
      markingFailed.run(id, raison);
    },
  };
}

const apres = (instant: Date, dureeMs: number): string => new Date(instant.getTime() + dureeMs).toISOString();

/** The same for the same content, whatever the order of its fields. */
export function empreinteDe({ type, contenu }: Envoi): string {
  const champs = Object.entries(contenu).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256")
    .update(JSON.stringify([type, champs]))
    .digest("hex");
}
