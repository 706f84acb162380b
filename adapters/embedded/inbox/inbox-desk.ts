/** The committee's side of the table `inbox`: finding entries, marking and deleting them. */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { erase } from "#adapters/embedded/erasure.ts";
import { binRows } from "#adapters/embedded/recycle-bin.ts";
import { transaction } from "#adapters/embedded/transaction.ts";
import { AGE_OF_MAJORITY } from "#domain/age.ts";
import { yearsBefore } from "#domain/dates.ts";
import { type Filter, searchWords } from "#domain/text/search.ts";
import type { Inbox, InboxSearch, ListedEntry } from "#ports/inbox.ts";
import { COLUMNS, dateOf, insertEntry, type Row, readEntry } from "./inbox-row.ts";

const DUPLICATE = `EXISTS (
  SELECT 1 FROM inbox AS other WHERE other.person = inbox.person AND other.number <> inbox.number
) AS duplicate`;

const CONDITION: Record<Filter, string> = {
  tout: "",
  nouveau: " AND state = 'nouveau'",
  traite: " AND state = 'traite'",
  mineur: " AND birth_date > :adultSince",
  echec: " AND mail = 'echec'",
};

/** @returns the condition that a list is narrowed to, and the values of its parameters */
function condition({ type, text, filter, day }: InboxSearch): { where: string; values: Record<string, string> } {
  const values: Record<string, string> = { type };
  if (filter === "mineur") values.adultSince = yearsBefore(day, AGE_OF_MAJORITY);
  const words = searchWords(text).map((word, i) => {
    values[`word${i}`] = word;
    return ` AND instr(search_text, :word${i})`;
  });
  return { where: `type = :type${CONDITION[filter]}${words.join("")}`, values };
}

/** @param db as `openDatabase` gave it */
export const createInboxDesk = (db: DatabaseSync) => ({
  ...searches(db),
  ...resends(db),
  ...marks(db),
  ...deletions(db),
});

function searches(db: DatabaseSync): Pick<Inbox, "search" | "listIds" | "count"> {
  const listingIds = db.prepare("SELECT id FROM inbox");
  // One statement each: every one of them is answered from an index alone.
  const countingAll = db.prepare("SELECT count(*) AS count FROM inbox WHERE type = ?");
  const countingNew = db.prepare("SELECT count(*) AS count FROM inbox WHERE type = ? AND state = 'nouveau'");
  const countingRefused = db.prepare("SELECT count(*) AS count FROM inbox WHERE type = ? AND mail = 'echec'");
  return {
    async search(search, portion) {
      const { where, values } = condition(search);
      const account = db.prepare(`SELECT count(*) AS count FROM inbox WHERE ${where}`).get(values);
      const rows = db
        .prepare(
          `SELECT ${COLUMNS}, ${DUPLICATE} FROM inbox WHERE ${where}
           ORDER BY received_at DESC, number DESC LIMIT :count OFFSET :start`,
        )
        .all({ ...values, count: portion?.count ?? -1, start: portion?.start ?? 0 });
      const entries = rows.map((row) => ({ ...readEntry(row as Row), duplicate: row.duplicate === 1 }));
      return {
        entries: entries as Extract<ListedEntry, { type: typeof search.type }>[],
        total: Number(account?.count),
      };
    },

    async listIds() {
      return new Set(listingIds.all().map(({ id }) => String(id)));
    },

    async count(type) {
      const counted = (counting: StatementSync) => Number(counting.get(type)?.count);
      return { total: counted(countingAll), unhandled: counted(countingNew), refused: counted(countingRefused) };
    },
  };
}

function resends(db: DatabaseSync): Pick<Inbox, "resend" | "resendAll"> {
  const resending = db.prepare(
    `UPDATE inbox SET mail = 'en-attente', attempts = 0, next_attempt = ?, reason = NULL, mail_kept = 0, mail_held = 0, sent_at = NULL
     WHERE id = ? AND (mail = 'echec' OR mail_kept)`,
  );
  const resendingAll = db.prepare(
    `UPDATE inbox SET mail = 'en-attente', attempts = 0, next_attempt = ?, reason = NULL, mail_held = 0
     WHERE type = ? AND mail = 'echec'`,
  );
  const finding = db.prepare("SELECT 1 FROM inbox WHERE id = ?");
  return {
    async resend(id, now) {
      return transaction(db, () => resending.run(now.toISOString(), id).changes > 0 || finding.get(id) !== undefined);
    },

    async resendAll(type, now) {
      return transaction(db, () => Number(resendingAll.run(now.toISOString(), type).changes));
    },
  };
}

function marks(db: DatabaseSync): Pick<Inbox, "setHandled" | "setConsentReceived" | "setBirthDateVerified"> {
  const treating = db.prepare(
    "UPDATE inbox SET state = 'traite', handled_at = coalesce(handled_at, ?) WHERE id = ? RETURNING 1",
  );
  const reopening = db.prepare("UPDATE inbox SET state = 'nouveau', handled_at = NULL WHERE id = ? RETURNING 1");
  const authorising = db.prepare(
    `UPDATE inbox SET consent_form_received_at = CASE WHEN :at IS NULL THEN NULL ELSE coalesce(consent_form_received_at, :at) END
     WHERE id = :id AND type = 'inscription' RETURNING 1`,
  );
  const verifyingBirthDate = db.prepare(
    "UPDATE inbox SET birth_date_to_verify = 0 WHERE id = ? AND type = 'inscription' RETURNING 1",
  );
  return {
    async setHandled(id, at) {
      return transaction(db, () => (at ? treating.get(at.toISOString(), id) : reopening.get(id)) !== undefined);
    },

    async setConsentReceived(id, at) {
      return transaction(db, () => authorising.get({ id, at: at?.toISOString() ?? null }) !== undefined);
    },

    async setBirthDateVerified(id) {
      return transaction(db, () => verifyingBirthDate.get(id) !== undefined);
    },
  };
}

function deletions(db: DatabaseSync): Pick<Inbox, "moveToBin" | "restore" | "countHandled" | "purge"> {
  const reading = db.prepare(`SELECT ${COLUMNS} FROM inbox WHERE id = ?`);
  const deleting = db.prepare("DELETE FROM inbox WHERE id = ?");
  const bin = binRows(db);
  const countingHandled = db.prepare(
    `SELECT count(*) AS count, min(handled_at) AS first, max(handled_at) AS last
     FROM inbox WHERE type = ? AND handled_at < ?`,
  );
  const purging = db.prepare("DELETE FROM inbox WHERE type = ? AND handled_at < ?");
  return {
    async moveToBin(id, deletion) {
      return erase(db, () => {
        const row = reading.get(id);
        if (!row) return false;
        const entry = readEntry(row as Row);
        deleting.run(id);
        bin.add({ ...deletion, kind: entry.type, id, content: entry });
        return true;
      });
    },

    async restore(key) {
      return erase(db, () => {
        const binned = bin.find(key);
        if (!binned || !("entry" in binned)) return false;
        insertEntry(db, binned.entry);
        return bin.remove(key);
      });
    },

    async countHandled(type, before) {
      const { count, first, last } = countingHandled.get(type, before.toISOString()) as {
        count: number;
        first: string | null;
        last: string | null;
      };
      return { count, first: dateOf(first), last: dateOf(last) };
    },

    async purge(type, handledBefore) {
      return erase(db, () => Number(purging.run(type, handledBefore.toISOString()).changes));
    },
  };
}
