/** The back door of the data folder (ports/transfer-store.ts): rows as they are. */
import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import { identifierKey } from "#domain/identifiers.ts";
import type { Stored } from "#domain/stored.ts";
import type { DocumentStore } from "#ports/document-store.ts";
import type { ImageMove, TransferContents, TransferKind, TransferStore } from "#ports/transfer-store.ts";
import { pictureText } from "./card-picture.ts";
import { createEvenementStore } from "./evenement-store.ts";
import { createInbox } from "./inbox/inbox.ts";
import { COLUMNS, insertEntry, type Row, readEntry } from "./inbox/inbox-row.ts";
import { JOURNAL_COLUMNS, type JournalRow, lineOf, rowOfLine } from "./journal.ts";
import { createMembreStore } from "./membre-store.ts";
import { binRows, createRecycleBin } from "./recycle-bin.ts";
import { BEFORE_ANY, createSettingsStore } from "./settings-store.ts";
import { transaction } from "./transaction.ts";

type Read = { [S in TransferKind]: () => Promise<TransferContents[S][]> };
/** What a card has besides its fields. */
type Own = Pick<TransferContents["membres"], "id" | "updatedAt" | "updatedBy" | "picture"> & {
  states: readonly unknown[];
};
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
  const bin = binRows(db);
  return {
    membres: () => withStates(membres),
    evenements: () => withStates(evenements),
    deleted: () => evenements.listDeleted(new Date(0)),
    async settings() {
      const { version, lastSave, photo, ...content } = await settings.get();
      if (version === BEFORE_ANY) return [];
      const states = await settings.listStates();
      return [{ id: "settings", content, lastSave, states, ...(photo !== undefined && { photo }) }];
    },
    bin: async () =>
      (await createRecycleBin(db).list()).map((entry) => ({
        ...{ id: entry.key, entry, states: bin.card(entry.key)?.states ?? [] },
      })),
    journal: async () =>
      db
        .prepare(`SELECT ${JOURNAL_COLUMNS} FROM journal ORDER BY at, number`)
        .all()
        .map((row) => ({ id: String(row.id), ...lineOf(row as JournalRow) })),
    inbox: async () => listingInbox.all().map((row) => readEntry(row as Row)),
  };
}

/** @returns all documents as they move, with their earlier states */
async function withStates<Fields, Document extends Stored<Fields>>(store: DocumentStore<Fields, Document>) {
  const documents = [];
  for (const { version: _, ...document } of await store.list())
    documents.push({ ...document, states: await store.listStates(document.id) });
  return documents;
}

function adding(db: DatabaseSync): Add {
  const reserving = db.prepare("UPDATE revisions SET last = max(last + 1, ?) RETURNING last");
  const raising = db.prepare("UPDATE evenements SET revision = :sequence WHERE id = :id AND revision < :sequence");
  const bin = binRows(db);
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
  const own = ({ id, updatedAt, updatedBy, picture, states }: Own, sequence = 0) => ({
    ...{ id, key: identifierKey(id), updated_at: updatedAt, updated_by: JSON.stringify(updatedBy) },
    ...{
      picture: pictureText(picture),
      states: JSON.stringify(states),
      revision: Number(reserving.get(sequence)?.last),
    },
  });

  return {
    membres({ id, updatedAt, updatedBy, picture, states, ...fields }) {
      insert("membres", { ...fields, ...own({ id, updatedAt, updatedBy, picture, states }) });
    },
    evenements({ id, updatedAt, updatedBy, picture, states, sequence, ...fields }) {
      if (finding.get(id)) {
        raising.run({ id, sequence });
        reserving.get(sequence);
      } else if (insert("evenements", { ...fields, ...own({ id, updatedAt, updatedBy, picture, states }, sequence) }))
        removingTrace.run(id);
    },
    deleted({ updatedAt, ...trace }) {
      insert("deleted_evenements", { ...trace, updated_at: updatedAt });
      reserving.get(trace.sequence);
    },
    settings({ content, lastSave, states, photo }) {
      const { by, at } = lastSave ?? {};
      const author = {
        updated_at: at?.toISOString() ?? null,
        updated_by: by?.name ?? null,
        updated_by_id: by?.id ?? "",
      };
      const known = { photo: photo ?? null, photo_known: photo === undefined ? 0 : 1, states: JSON.stringify(states) };
      insert("settings", { only_row: 1, content: JSON.stringify(content), ...author, ...known });
    },
    inbox: (entry) => insertEntry(db, entry),
    bin({ entry, states }) {
      const content = "entry" in entry ? entry.entry : entry.fields;
      if (!bin.find(entry.key)) bin.add({ ...entry, content, states });
    },
    journal({ id, ...line }) {
      insert("journal", rowOfLine(id, line));
    },
  };
}
