/** The back door of the data folder (ports/transfer-store.ts): rows as they are. */
import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import { identifierKey } from "#domain/identifiers.ts";
import type { InboxEntry } from "#ports/inbox.ts";
import type { ImageMove, TransferContents, TransferKind, TransferStore } from "#ports/transfer-store.ts";
import { createEvenementStore } from "./evenement-store.ts";
import { createInbox, fingerprintOf } from "./inbox/inbox.ts";
import { derivedFrom } from "./inbox/inbox-index.ts";
import { birthDateToVerifyOf, COLUMNS, type Row, readEntry } from "./inbox/inbox-row.ts";
import { createMembreStore } from "./membre-store.ts";
import { BEFORE_ANY, createSettingsStore } from "./settings-store.ts";
import { transaction } from "./transaction.ts";

type Read = { [S in TransferKind]: () => Promise<TransferContents[S][]> };
type Add = { [S in TransferKind]: (document: TransferContents[S]) => void };

/**
 * Makes the back door of a data folder on which no site runs, but for its pictures.
 * @param db as `openDatabase` gave it; closed with the door
 */
export function createTransferStore({ db }: { db: DatabaseSync }): Omit<TransferStore, keyof ImageMove> {
  // Completes what an older version left to be derived.
  createInbox(db);
  const [read, add] = [reading(db), adding(db)];
  return {
    read: (kind) => read[kind](),
    add: async (kind, document) => transaction(db, () => add[kind](document)),
    findUnknownFields: async () => ({ documents: 0, names: [] }),
    async close() {
      db.close();
    },
  };
}

function reading(db: DatabaseSync): Read {
  const [membres, evenements, settings] = [createMembreStore(db), createEvenementStore(db), createSettingsStore(db)];
  const listingInbox = db.prepare(`SELECT ${COLUMNS} FROM inbox ORDER BY received_at, number`);
  return {
    membres: async () => (await membres.list()).map(({ version: _, ...membre }) => membre),
    evenements: async () => (await evenements.list()).map(({ version: _, ...evenement }) => evenement),
    deleted: () => evenements.listDeleted(new Date(0)),
    async settings() {
      const { version, lastSave, ...content } = await settings.get();
      return version === BEFORE_ANY ? [] : [{ id: "settings", content, lastSave }];
    },
    inbox: async () => listingInbox.all().map((row) => readEntry(row as Row)),
  };
}

function adding(db: DatabaseSync): Add {
  const reserving = db.prepare("UPDATE revisions SET last = max(last + 1, ?) RETURNING last");
  const raising = db.prepare("UPDATE evenements SET revision = :sequence WHERE id = :id AND revision < :sequence");
  const finding = db.prepare("SELECT 1 FROM evenements WHERE id = ?");
  const removingTrace = db.prepare("DELETE FROM deleted_evenements WHERE id = ?");

  /** Adds a row, unless one is in its place. @param row by the names of the columns @returns whether it was added */
  function insert(table: string, row: Record<string, SQLInputValue>): boolean {
    const columns = Object.keys(row);
    const values = columns.map((column) => `:${column}`);
    const sql = `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${values.join(", ")}) ON CONFLICT DO NOTHING`;
    return db.prepare(sql).run(row).changes === 1;
  }
  /** @returns columns of a document: a revision that none has had, and no calendar has seen a higher one */
  const own = ({ id, updatedAt }: { id: string; updatedAt: string }, sequence = 0) => ({
    ...{ id, key: identifierKey(id), updated_at: updatedAt },
    revision: Number(reserving.get(sequence)?.last),
  });

  return {
    membres({ id, updatedAt, ...fields }) {
      insert("membres", { ...fields, ...own({ id, updatedAt }) });
    },
    evenements({ id, updatedAt, sequence, ...fields }) {
      if (finding.get(id)) {
        raising.run({ id, sequence });
        reserving.get(sequence);
      } else if (insert("evenements", { ...fields, ...own({ id, updatedAt }, sequence) })) removingTrace.run(id);
    },
    deleted({ updatedAt, ...trace }) {
      insert("deleted_evenements", { ...trace, updated_at: updatedAt });
      reserving.get(trace.sequence);
    },
    settings({ content, lastSave }) {
      const author = { updated_at: lastSave?.at.toISOString() ?? null, updated_by: lastSave?.email ?? null };
      insert("settings", { only_row: 1, content: JSON.stringify(content), ...author });
    },
    inbox(entry) {
      insert("inbox", rowOf(entry));
    },
  };
}

function rowOf(entry: InboxEntry): Record<string, SQLInputValue> {
  const { id, type, content, mail, handledAt, consentFormReceivedAt } = entry;
  const receivedAt = entry.receivedAt.toISOString();
  const waiting = mail.state === "en-attente" ? mail : null;
  const [search, person, birthDate] = derivedFrom(entry);
  return {
    ...{ id, type, content: JSON.stringify(content), fingerprint: fingerprintOf(entry), received_at: receivedAt },
    state: handledAt ? "traite" : "nouveau",
    mail: mail.state === "garde" ? "envoye" : mail.state,
    mail_kept: mail.state === "garde" ? 1 : 0,
    attempts: waiting?.attempts ?? 0,
    next_attempt: waiting?.nextAttempt.toISOString() ?? receivedAt,
    reason: "reason" in mail ? mail.reason : null,
    sent_at: "at" in mail ? mail.at.toISOString() : null,
    handled_at: handledAt?.toISOString() ?? null,
    consent_form_received_at: consentFormReceivedAt?.toISOString() ?? null,
    birth_date_to_verify: birthDateToVerifyOf(entry),
    ...{ search_text: search, person, birth_date: birthDate },
  };
}
