import type { DatabaseSync } from "node:sqlite";
import { erase } from "#adapters/embedded/erasure.ts";
import { transaction } from "#adapters/embedded/transaction.ts";
import { FARTHEST_ATTEMPT_MS } from "#domain/mail/mail-back-off.ts";
import type { AccountMailQueue, QueuedMail } from "#ports/account-mail-queue.ts";

/**
 * Makes the queue of mail to accounts, in the table `account_mail`. Any number of processes may work on one file.
 * @param db as `openDatabase` gave it
 */
export function createAccountMailQueue(db: DatabaseSync): AccountMailQueue {
  return {
    async add(mails, dueAt) {
      const adding = db.prepare(
        "INSERT INTO account_mail (id, recipient, subject, text, html, dueAt) VALUES (?, ?, ?, ?, ?, ?)",
      );
      await transaction(db, () => {
        for (const { id, recipient, subject, text, html } of mails)
          adding.run(id, recipient, subject, text, html, dueAt.toISOString());
      });
    },

    async claimDue(now, forMs) {
      const after = (ms: number) => new Date(now.getTime() + ms).toISOString();
      const instants = { now: after(0), until: after(forMs), farthest: after(FARTHEST_ATTEMPT_MS) };
      const claiming = db.prepare(
        `UPDATE account_mail SET dueAt = :until
         WHERE number = (
           SELECT number FROM account_mail WHERE dueAt <= :now OR dueAt > :farthest ORDER BY dueAt, number LIMIT 1
         )
         RETURNING id, recipient, subject, text, html, attempts`,
      );
      return transaction(db, () => (claiming.get(instants) as QueuedMail | undefined) ?? null);
    },

    async nextDue() {
      const dueAt = db.prepare("SELECT min(dueAt) AS dueAt FROM account_mail").get()?.dueAt;
      return typeof dueAt === "string" ? new Date(dueAt) : null;
    },

    async retry(id, dueAt) {
      const retrying = db.prepare("UPDATE account_mail SET attempts = attempts + 1, dueAt = ? WHERE id = ?");
      await transaction(db, () => retrying.run(dueAt.toISOString(), id));
    },

    async drop(ids) {
      const dropping = db.prepare("DELETE FROM account_mail WHERE id = ?");
      await erase(db, () => {
        for (const id of ids) dropping.run(id);
      });
    },
  };
}
