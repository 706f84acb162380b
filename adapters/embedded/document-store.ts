/** What the collections `membres` and `evenements` have in common, each in a table of its own. */
import type { DatabaseSync } from "node:sqlite";
import { identifierKey } from "#domain/identifiers.ts";
import type { Stored } from "#domain/stored.ts";
import type { DocumentStore } from "#ports/document-store.ts";
import { erase } from "./erasure.ts";
import { transaction } from "./transaction.ts";

type Collection<Column> = {
  /** Written into statements as it is, like `columns`. */
  table: "membres" | "evenements";
  /** The names of all fields. */
  columns: readonly Column[];
  /** The time of a write. */
  now: () => Date;
  /** Runs in the write that creates a document. */
  afterCreation?: (id: string) => void;
  /** Runs in the write that deletes a document, which is still there. */
  beforeDeletion?: (id: string, revision: number, at: string) => void;
};

/**
 * Makes the store of one collection.
 * @param db as `openDatabase` gave it
 */
export function createDocumentStore<Fields extends Record<Column, string>, Column extends string>(
  db: DatabaseSync,
  { table, columns, now, afterCreation, beforeDeletion }: Collection<Column>,
): DocumentStore<Fields> {
  const { listing, reading, counting, creating, updating, deleting } = statements(db, table, columns);
  const toDocument = (row: object) => ({ ...row }) as Stored<Fields>;
  const values = (fields: Fields): string[] => columns.map((name) => fields[name]);
  const nextRevision = (): number => Number(counting.get()?.last);
  const instant = (): string => now().toISOString();

  return {
    list: async () => listing.all().map(toDocument),

    async get(id) {
      const row = reading.get(id);
      return row ? toDocument(row) : null;
    },

    async create(id, fields) {
      return transaction(db, () => {
        const { changes } = creating.run(id, identifierKey(id), nextRevision(), instant(), ...values(fields));
        if (changes === 0) return "taken";
        afterCreation?.(id);
        return "created";
      });
    },

    async update(id, fields, version) {
      return erase(db, () => {
        const { changes } = updating.run(nextRevision(), instant(), ...values(fields), id, version);
        if (changes === 1) return "updated";
        return reading.get(id) ? "outdated" : "absent";
      });
    },

    async delete(id) {
      erase(db, () => {
        beforeDeletion?.(id, nextRevision(), instant());
        deleting.run(id);
      });
    },
  };
}

function statements(db: DatabaseSync, table: string, columns: readonly string[]) {
  const names = columns.join(", ");
  const document = `SELECT id, CAST(revision AS TEXT) AS version, updated_at AS updatedAt, ${names} FROM ${table}`;
  return {
    listing: db.prepare(document),
    reading: db.prepare(`${document} WHERE id = ?`),
    counting: db.prepare("UPDATE revisions SET last = last + 1 RETURNING last"),
    creating: db.prepare(
      `INSERT INTO ${table} (id, key, revision, updated_at, ${names}) VALUES (?, ?, ?, ?${", ?".repeat(columns.length)})
       ON CONFLICT DO NOTHING`,
    ),
    updating: db.prepare(
      `UPDATE ${table} SET revision = ?, updated_at = ?, ${columns.map((name) => `${name} = ?`).join(", ")}
       WHERE id = ? AND CAST(revision AS TEXT) = ?`,
    ),
    deleting: db.prepare(`DELETE FROM ${table} WHERE id = ?`),
  };
}
