/**
 * SQLite uses an expression index only for queries that repeat the expression literally, and an index of one collection
 * only for queries that name the collection literally. An index of all documents would cost every write of any document.
 */
import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import type { DocumentContent, Query, QueryCondition, StoredDocument } from "#ports/documents.ts";
import { mapInSlices } from "#ports/yield-to-event-loop.ts";
import { retryWhileLocked } from "./write-lock.ts";

export type DocumentReader = ReturnType<typeof createDocumentReader>;

const RANGE = { from: ">=", after: ">", to: "<=", before: "<" } as const;

const fieldValue = (field: string) => `json_extract(content, '$.${field}')`;
const inCollection = (collection: string) => `collection = '${collection.replaceAll("'", "''")}'`;

export function createDocumentReader(db: DatabaseSync, readOnly: boolean) {
  const indexed = new Set<string>();
  const getting = db.prepare("SELECT id, version, changed_at, content FROM documents WHERE collection = ? AND id = ?");
  const versionReading = db.prepare("SELECT version FROM documents WHERE collection = ? AND id = ?");
  const rows = (collection: string, query: Query, columns: string): Record<string, unknown>[] => {
    const { sql, values } = filter(collection, query);
    const { limit = -1, offset = 0 } = query;
    return db
      .prepare(`SELECT ${columns} ${sql} ${orderOf(query.where)} LIMIT ? OFFSET ?`)
      .all(...values, limit, offset);
  };
  return {
    get(collection: string, id: string): StoredDocument | null {
      const row = getting.get(collection, id);
      return row ? documentOf(row) : null;
    },

    version: (collection: string, id: string): string | null =>
      (versionReading.get(collection, id)?.version as string | undefined) ?? null,

    async prepareFor(collection: string, { where, contains }: Query): Promise<void> {
      if (readOnly) return;
      for (const field of [where?.field, contains?.field]) {
        if (field === undefined) continue;
        const name = `${collection}_by_${field}`;
        if (indexed.has(name)) continue;
        if (!db.prepare("SELECT 1 FROM sqlite_schema WHERE name = ?").get(name)) {
          const columns = `collection, ${fieldValue(field)}, id`;
          await retryWhileLocked(() =>
            db.exec(`CREATE INDEX IF NOT EXISTS "${name}" ON documents (${columns}) WHERE ${inCollection(collection)}`),
          );
          // Copy the new schema from the write-ahead log into the database file. SQLite notices that another program,
          // such as a restore, has overwritten the file only if the schema in the file is current.
          if (!db.isTransaction) db.prepare("PRAGMA wal_checkpoint(PASSIVE)").get();
        }
        indexed.add(name);
      }
    },

    /** Pauses while it parses the documents, because parsing takes longer than reading. */
    async query(collection: string, query: Query): Promise<StoredDocument[]> {
      const content = query.select ? selected(query.select) : "content";
      return mapInSlices(rows(collection, query, `id, version, changed_at, ${content} AS content`), documentOf);
    },

    queryAtOnce: (collection: string, query: Query): StoredDocument[] =>
      rows(collection, query, "id, version, changed_at, content").map(documentOf),

    /** @returns the `joinVersions` of the documents that `query` would return now */
    queryVersions: (collection: string, query: Query): string =>
      joinVersions(rows(collection, query, "id, version") as unknown as StoredDocument[]),

    count(collection: string, query: Query): number {
      const { sql, values } = filter(collection, query);
      return Number(db.prepare(`SELECT count(*) AS number ${sql}`).get(...values)?.number);
    },
  };
}

export const joinVersions = (documents: readonly Pick<StoredDocument, "id" | "version">[]): string =>
  documents.map(({ id, version }) => `${id} ${version}`).join("\n");

const documentOf = ({ id, version, changed_at, content }: Record<string, unknown>): StoredDocument => ({
  id: String(id),
  version: String(version),
  changedAt: new Date(String(changed_at)),
  content: JSON.parse(String(content)) as DocumentContent,
});

/** SQL for a JSON object with those of the given fields that a document has. */
const selected = (fields: readonly string[]): string =>
  fields.length === 0
    ? "'{}'"
    : `(SELECT json_group_object(key, json(content -> fullkey)) FROM json_each(content) WHERE key IN (${fields.map((field) => `'${field}'`).join(", ")}))`;

function filter(collection: string, { where, contains, afterId }: Query): { sql: string; values: SQLInputValue[] } {
  const conditions = [inCollection(collection)];
  const values: SQLInputValue[] = [];
  const add = (condition: string, ...more: SQLInputValue[]) => {
    conditions.push(condition);
    values.push(...more);
  };
  if (where && "equals" in where) add(`${fieldValue(where.field)} = ?`, where.equals);
  else if (where && "in" in where)
    add(`${fieldValue(where.field)} IN (${where.in.map(() => "?").join(", ")})`, ...where.in);
  else if (where) {
    add(`${fieldValue(where.field)} >= ''`);
    for (const [bound, operator] of Object.entries(RANGE)) {
      const value = where[bound as keyof typeof RANGE];
      if (value !== undefined) add(`${fieldValue(where.field)} ${operator} ?`, value);
    }
  }
  if (afterId !== undefined) add("id > ?", afterId);
  if (contains) {
    const texts = [contains.text].flat();
    const found = texts.map(() => `instr(${fieldValue(contains.field)}, ?) > 0`).join(" AND ");
    // The subquery reads only the index: parsing the documents takes three times as long.
    add(`rowid IN (SELECT rowid FROM documents WHERE ${inCollection(collection)} AND ${found})`, ...texts);
  }
  return { sql: `FROM documents WHERE ${conditions.join(" AND ")}`, values };
}

function orderOf(where: QueryCondition | undefined): string {
  // The unary plus prevents SQLite from scanning the collection in id order.
  if (where && "in" in where) return "ORDER BY +id";
  if (!where || "equals" in where) return "ORDER BY id";
  const direction = where.descending ? "DESC" : "ASC";
  return `ORDER BY ${fieldValue(where.field)} ${direction}, id ${direction}`;
}
