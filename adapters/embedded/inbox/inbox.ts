/** What visitors sent, and the outbox of its mail, in the table `inbox`; inbox-desk.ts is the committee's side. */

import { randomBytes } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { transaction } from "#adapters/embedded/transaction.ts";
import { FARTHEST_ATTEMPT_MS } from "#domain/mail/mail-back-off.ts";
import { type Inbox, SAME_ENTRY_MS } from "#ports/inbox.ts";
import { createInboxDesk } from "./inbox-desk.ts";
import { derivedFrom, fillIndex } from "./inbox-index.ts";
import { birthDateToVerifyOf, COLUMNS, fingerprintOf, type Row, readEntry } from "./inbox-row.ts";

/** A waiting mail is due from here on: a claim that has lapsed counts like an attempt that is due. */
const DUE_AT = "coalesce(claimed_until, next_attempt)";

/**
 * Makes the inbox. Any number of them, in any number of processes, may work on one file.
 * @param db as `openDatabase` gave it
 */
export function createInbox(db: DatabaseSync): Inbox {
  fillIndex(db);
  return { ...createInboxDesk(db), ...entries(db), ...claims(db), ...outcomes(db), ...holds(db) };
}

function entries(db: DatabaseSync): Pick<Inbox, "add" | "get"> {
  const reading = db.prepare(`SELECT ${COLUMNS} FROM inbox WHERE id = ?`);
  const findingSame = db.prepare(
    `SELECT ${COLUMNS} FROM inbox WHERE fingerprint = ? AND received_at > ? ORDER BY received_at DESC LIMIT 1`,
  );
  const adding = db.prepare(
    `INSERT INTO inbox (id, type, content, fingerprint, received_at, next_attempt, birth_date_to_verify, search_text, person,
       birth_date)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     RETURNING ${COLUMNS}`,
  );
  return {
    async add(submission, now) {
      const fingerprint = fingerprintOf(submission);
      const since = after(now, -SAME_ENTRY_MS);
      return transaction(db, () => {
        const same = findingSame.get(fingerprint, since);
        if (same) return { entry: readEntry(same as Row), isNew: false };
        const id = randomBytes(18).toString("base64url");
        const content = JSON.stringify(submission.content);
        const receivedAt = now.toISOString();
        const toVerify = birthDateToVerifyOf(submission);
        const row = adding.get(
          id,
          submission.type,
          content,
          fingerprint,
          receivedAt,
          receivedAt,
          toVerify,
          ...derivedFrom(submission),
        );
        return { entry: readEntry(row as Row), isNew: true };
      });
    },

    async get(id) {
      const row = reading.get(id);
      return row ? readEntry(row as Row) : null;
    },
  };
}

function claims(db: DatabaseSync): Pick<Inbox, "claimDue" | "nextDue"> {
  const claiming = db.prepare(
    `UPDATE inbox SET claimed_until = :until
     WHERE number IN (
       SELECT number FROM inbox WHERE mail = 'en-attente' AND (${DUE_AT} <= :now OR ${DUE_AT} > :limit)
       ORDER BY received_at, number LIMIT :count
     )
     RETURNING ${COLUMNS}`,
  );
  const findingNext = db.prepare(`SELECT min(${DUE_AT}) AS dueAt FROM inbox WHERE mail = 'en-attente'`);
  return {
    async claimDue(now, durationMs, count) {
      const until = after(now, durationMs);
      const limit = after(now, FARTHEST_ATTEMPT_MS);
      const rows = await transaction(db, () => claiming.all({ now: now.toISOString(), until, count, limit }) as Row[]);
      // RETURNING promises no order.
      return rows
        .sort((a, b) => Date.parse(a.received_at) - Date.parse(b.received_at) || a.number - b.number)
        .map(readEntry);
    },

    async nextDue() {
      const dueAt = findingNext.get()?.dueAt;
      return typeof dueAt === "string" ? new Date(dueAt) : null;
    },
  };
}

function outcomes(db: DatabaseSync): Pick<Inbox, "markSent" | "markKept" | "markRetry" | "markFailed"> {
  // A worker whose claim has lapsed may report after another one: a mail that went out stays sent.
  const markingSent = db.prepare(
    `UPDATE inbox SET mail = 'envoye', mail_kept = 0, sent_at = ?, reason = NULL, claimed_until = NULL
     WHERE id = ? AND (mail <> 'envoye' OR mail_kept)`,
  );
  const markingKept = db.prepare(
    `UPDATE inbox SET mail = 'envoye', mail_kept = 1, sent_at = ?, reason = NULL, claimed_until = NULL
     WHERE id = ? AND mail <> 'envoye'`,
  );
  const markingRetry = db.prepare(
    `UPDATE inbox SET attempts = CASE WHEN :held THEN 0 ELSE attempts + 1 END, reason = :reason, next_attempt = :next,
       mail_held = :held, claimed_until = NULL
     WHERE id = :id AND mail = 'en-attente'`,
  );
  const markingFailed = db.prepare(
    `UPDATE inbox SET mail = 'echec', reason = ?, claimed_until = NULL
     WHERE id = ? AND mail = 'en-attente'`,
  );
  return {
    async markSent(id, at) {
      await transaction(db, () => markingSent.run(at.toISOString(), id));
    },

    async markKept(id, at) {
      await transaction(db, () => markingKept.run(at.toISOString(), id));
    },

    async markRetry(id, reason, nextAttempt, held = false) {
      await transaction(db, () =>
        markingRetry.run({ id, reason, next: nextAttempt.toISOString(), held: held ? 1 : 0 }),
      );
    },

    async markFailed(id, reason) {
      await transaction(db, () => markingFailed.run(reason, id));
    },
  };
}

function holds(db: DatabaseSync): Pick<Inbox, "releaseHeld" | "heldReason"> {
  const HELD = "mail_held = 1 AND mail = 'en-attente'";
  // A mail that a worker has claimed is being tried.
  const releasing = db.prepare(
    `UPDATE inbox SET next_attempt = :now
     WHERE ${HELD} AND claimed_until IS NULL AND next_attempt > :now AND type = coalesce(:type, type)`,
  );
  const reading = db.prepare(`SELECT reason FROM inbox WHERE ${HELD} LIMIT 1`);
  return {
    async releaseHeld(now, type) {
      await transaction(db, () => releasing.run({ now: now.toISOString(), type: type ?? null }));
    },

    async heldReason() {
      const held = reading.get();
      return held ? String(held.reason) : null;
    },
  };
}

const after = (instant: Date, durationMs: number): string => new Date(instant.getTime() + durationMs).toISOString();
