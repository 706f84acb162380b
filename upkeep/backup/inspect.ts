import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { migrationsIn } from "../../adapters/sqlite/migrate.ts";
import { type BackupContent, imagesOf, schemaOf } from "./contents.ts";

export type InspectedFiles = { readonly schema: string | null; readonly images: BackupContent[] };

/** Rejects triggers, views and indexes that no migration creates. Returns the reason of a refusal as a string. */
export function inspectFiles(file: string, migrations: string): InspectedFiles | string {
  try {
    const db = new DatabaseSync(file, { readOnly: true, enableDoubleQuotedStringLiterals: false });
    try {
      db.exec("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;");
      return inspectOpen(db, migrations);
    } finally {
      db.close();
    }
  } catch (error) {
    return `its database cannot be read (${(error as Error).message})`;
  }
}

function inspectOpen(db: DatabaseSync, folder: string): InspectedFiles | string {
  const isTable = db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'migrations'").get();
  if (!isTable) return "its database is none of this site";
  const rows = db.prepare("SELECT nom AS name FROM migrations ORDER BY nom").all();
  const applied = rows.map(({ name }) => String(name));
  const available = migrationsIn(folder);
  const unknown = applied.filter((name) => !available.includes(name));
  if (unknown.length > 0)
    return `it was made by a newer version of this site (it has ${unknown.join(", ")}): install that version first`;
  if (applied.some((name, rank) => name !== available[rank])) return "its database has gaps in its history";
  if (structureOf(db) !== expectedStructure(folder, applied))
    return "its database has other tables than this site makes";
  const state = db.prepare("PRAGMA integrity_check(1)").get()?.integrity_check;
  if (state !== "ok") return `its database is damaged (${String(state).replaceAll("\n", " ")})`;
  return { schema: schemaOf(db), images: imagesOf(db) };
}

/** Allowed: the site creates such an index at the first query of a field. */
const INDEX_OF_DOCUMENTS =
  /^CREATE INDEX documents_by_(\w+) ON documents \(collection, json_extract\(content, '\$\.\1'\), id\)$/;

const structureOf = (db: DatabaseSync): string =>
  db
    .prepare("SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite~_%' ESCAPE '~'")
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
