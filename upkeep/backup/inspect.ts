import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { listMigrationFiles } from "#adapters/sqlite/migrate.ts";
import { DOCUMENT_FORMAT_RANGE } from "#domain/format.ts";
import { RefusedBackup } from "./checksum.ts";

/** `picture`: the JPEG that was stored last. Null if there is none. */
export type InspectedBackup = { readonly files: number; readonly picture: Uint8Array | null };

/**
 * A backup is untrusted: refuses triggers, views, tables and indexes that no migration creates. Changes nothing.
 * @param database the backup or a copy of its pages
 * @param backup file that a refusal names
 * @throws RefusedBackup
 */
export function inspectBackup(database: string, backup: string, migrations: string): InspectedBackup {
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(database, { readOnly: true, enableDoubleQuotedStringLiterals: false });
    db.exec("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;");
    const reason = reasonToRefuse(db, migrations);
    if (reason) throw new RefusedBackup(backup, reason);
    return contentOf(db);
  } catch (error) {
    if (error instanceof RefusedBackup) throw error;
    throw new RefusedBackup(backup, `its database cannot be read (${(error as Error).message})`);
  } finally {
    db?.close();
  }
}

function reasonToRefuse(db: DatabaseSync, folder: string): string | null {
  const isTable = db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'migrations'").get();
  if (!isTable) return "its database is none of this site";
  const rows = db.prepare("SELECT nom AS name FROM migrations ORDER BY nom").all();
  const applied = rows.map(({ name }) => String(name));
  const available = listMigrationFiles(folder);
  const unknown = applied.filter((name) => !available.includes(name));
  if (unknown.length > 0)
    return `it was made by another version of this site (it has ${unknown.join(", ")}): install that version first`;
  if (applied.length === 0 || applied.some((name, rank) => name !== available[rank]))
    return "its database has gaps in its history";
  if (structureOf(db) !== expectedStructure(folder, applied))
    return "its database has other tables than this site makes";
  const format = db.prepare(FORMAT).get()?.version;
  const version = Number(format ?? DOCUMENT_FORMAT_RANGE.newest);
  if (version > DOCUMENT_FORMAT_RANGE.newest)
    return `it was made by a newer version of this site (format ${version}): install that version first`;
  if (version < DOCUMENT_FORMAT_RANGE.oldest)
    return `it was made by an unreleased version of this site (format ${version})`;
  const state = db.prepare("PRAGMA integrity_check(1)").get()?.integrity_check;
  return state === "ok" ? null : `its database is damaged (${String(state).replaceAll("\n", " ")})`;
}

const FORMAT = "SELECT content ->> 'version' AS version FROM documents WHERE collection = 'state' AND id = 'format'";

/** Allowed: the site creates such an index at the first query of a field in a collection. */
const INDEX_OF_DOCUMENTS =
  /^CREATE INDEX "([a-z-]+)_by_(\w+)" ON documents \(collection, json_extract\(content, '\$\.\2'\), id\) WHERE collection = '\1'$/;

/** Only the indexes of UNIQUE and PRIMARY KEY have no SQL. */
const structureOf = (db: DatabaseSync): string =>
  db
    .prepare("SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE sql IS NOT NULL")
    .all()
    .filter(({ sql }) => !INDEX_OF_DOCUMENTS.test(String(sql)))
    .map((row) => JSON.stringify(Object.values(row)))
    .sort()
    .join("\n");

function expectedStructure(folder: string, names: string[]): string {
  const db = new DatabaseSync(":memory:");
  try {
    db.exec("CREATE TABLE migrations (nom TEXT PRIMARY KEY, appliquee_le TEXT NOT NULL) STRICT");
    for (const name of names) db.exec(readFileSync(join(folder, name), "utf8"));
    return structureOf(db);
  } finally {
    db.close();
  }
}

function contentOf(db: DatabaseSync): InspectedBackup {
  const files = Number(db.prepare("SELECT count(*) AS number FROM files").get()?.number);
  const newest = db.prepare("SELECT bytes FROM files WHERE type = 'image/jpeg' ORDER BY rowid DESC LIMIT 1").get();
  return { files, picture: (newest?.bytes as Uint8Array | undefined) ?? null };
}
