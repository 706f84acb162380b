/** What visitors sent, and the outbox of its mail, in the table `inbox`; inbox-desk.ts is the committee's side. */

import { createHash, randomBytes } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { FARTHEST_ATTEMPT_MS } from "#domain/mail/mail-back-off.ts";
import { type Envoi, texteDEnvoi } from "#domain/submission.ts";
import { type Inbox, SAME_ENTRY_MS } from "#ports/inbox.ts";
import { createInboxDesk } from "./inbox-desk.ts";
import { derivesDe, indexer } from "./inbox-index.ts";
import { birthDateToVerifyOf, COLONNES, entreeDe, type Ligne } from "./inbox-row.ts";
import { transaction } from "./transaction.ts";

/** A waiting mail is due from here on: a claim that has lapsed counts like an attempt that is due. */
const ECHEANCE = "coalesce(reservee_jusqu_a, prochaine)";

/**
 * Makes the inbox. Any number of them, in any number of processes, may work on one file.
 * @param db as `openDatabase` gave it
 */
export function createInbox(db: DatabaseSync): Inbox {
  indexer(db);
  return { ...createInboxDesk(db), ...entries(db), ...claims(db), ...outcomes(db) };
}

function entries(db: DatabaseSync): Pick<Inbox, "add" | "get"> {
  const reading = db.prepare(`SELECT ${COLONNES} FROM inbox WHERE id = ?`);
  const findingSame = db.prepare(
    `SELECT ${COLONNES} FROM inbox WHERE empreinte = ? AND recu_le > ? ORDER BY recu_le DESC LIMIT 1`,
  );
  const adding = db.prepare(
    `INSERT INTO inbox (id, type, contenu, empreinte, recu_le, prochaine, birth_date_to_verify, recherche, personne,
       naissance)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     RETURNING ${COLONNES}`,
  );
  return {
    async add(envoi, maintenant) {
      const empreinte = empreinteDe(envoi);
      const depuis = apres(maintenant, -SAME_ENTRY_MS);
      return transaction(db, () => {
        const meme = findingSame.get(empreinte, depuis);
        if (meme) return { entree: entreeDe(meme as Ligne), nouvelle: false };
        const id = randomBytes(18).toString("base64url");
        const contenu = JSON.stringify(envoi.contenu);
        const recuLe = maintenant.toISOString();
        const toVerify = birthDateToVerifyOf(envoi);
        const ligne = adding.get(id, envoi.type, contenu, empreinte, recuLe, recuLe, toVerify, ...derivesDe(envoi));
        return { entree: entreeDe(ligne as Ligne), nouvelle: true };
      });
    },

    async get(id) {
      const ligne = reading.get(id);
      return ligne ? entreeDe(ligne as Ligne) : null;
    },
  };
}

function claims(db: DatabaseSync): Pick<Inbox, "claimDue" | "nextDue"> {
  const claiming = db.prepare(
    `UPDATE inbox SET reservee_jusqu_a = :jusqua
     WHERE numero IN (
       SELECT numero FROM inbox WHERE courrier = 'en-attente' AND (${ECHEANCE} <= :maintenant OR ${ECHEANCE} > :limite)
       ORDER BY recu_le, numero LIMIT :nombre
     )
     RETURNING ${COLONNES}`,
  );
  const findingNext = db.prepare(`SELECT min(${ECHEANCE}) AS echeance FROM inbox WHERE courrier = 'en-attente'`);
  return {
    async claimDue(maintenant, dureeMs, nombre) {
      const jusqua = apres(maintenant, dureeMs);
      const limite = apres(maintenant, FARTHEST_ATTEMPT_MS);
      const lignes = claiming.all({ maintenant: maintenant.toISOString(), jusqua, nombre, limite }) as Ligne[];
      // RETURNING promises no order.
      return lignes.sort((a, b) => Date.parse(a.recu_le) - Date.parse(b.recu_le) || a.numero - b.numero).map(entreeDe);
    },

    async nextDue() {
      const echeance = findingNext.get()?.echeance;
      return typeof echeance === "string" ? new Date(echeance) : null;
    },
  };
}

function outcomes(db: DatabaseSync): Pick<Inbox, "markSent" | "markKept" | "markRetry" | "markFailed"> {
  // A worker whose claim has lapsed may report after another one: a mail that went out stays sent.
  const markingSent = db.prepare(
    `UPDATE inbox SET courrier = 'envoye', mail_kept = 0, envoye_le = ?, raison = NULL, reservee_jusqu_a = NULL
     WHERE id = ? AND (courrier <> 'envoye' OR mail_kept)`,
  );
  const markingKept = db.prepare(
    `UPDATE inbox SET courrier = 'envoye', mail_kept = 1, envoye_le = ?, raison = NULL, reservee_jusqu_a = NULL
     WHERE id = ? AND courrier <> 'envoye'`,
  );
  const markingRetry = db.prepare(
    `UPDATE inbox SET tentatives = tentatives + 1, raison = ?, prochaine = ?, reservee_jusqu_a = NULL
     WHERE id = ? AND courrier = 'en-attente'`,
  );
  const markingFailed = db.prepare(
    `UPDATE inbox SET courrier = 'echec', raison = ?, reservee_jusqu_a = NULL
     WHERE id = ? AND courrier = 'en-attente'`,
  );
  return {
    async markSent(id, le) {
      markingSent.run(le.toISOString(), id);
    },

    async markKept(id, le) {
      markingKept.run(le.toISOString(), id);
    },

    async markRetry(id, raison, prochaine) {
      markingRetry.run(raison, prochaine.toISOString(), id);
    },

    async markFailed(id, raison) {
      markingFailed.run(raison, id);
    },
  };
}

const apres = (instant: Date, dureeMs: number): string => new Date(instant.getTime() + dureeMs).toISOString();

/** @returns what an entry of the same content is found by */
export const empreinteDe = (envoi: Envoi): string => createHash("sha256").update(texteDEnvoi(envoi)).digest("hex");
