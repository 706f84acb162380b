/** Whether a database that came out of a backup is one of this site, whole and not newer than this code. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { migrationsIn } from "../migrate.ts";
import { type Content, imagesOf, schemaOf } from "./contents.ts";

/** What a restore needs to know of a database. */
export type Inspected = { readonly schema: string | null; readonly images: Content[] };

/**
 * Reads a database that nobody vouches for. Its tables are compared with those that the same migrations make here,
 * so that no trigger, view or index of somebody else comes in with it.
 * @param migrations the folder of this version's migrations
 * @returns what is in it, or in one line why it is refused
 */
export function inspect(file: string, migrations: string): Inspected | string {
  try {
    const db = new DatabaseSync(file, { readOnly: true, enableDoubleQuotedStringLiterals: false });
    try {
      db.exec("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;");
      return inspectOpen(db, migrations);
    } finally {
      db.close();
    }
  } catch (panne) {
    return `its database cannot be read (${(panne as Error).message})`;
  }
}

function inspectOpen(db: DatabaseSync, folder: string): Inspected | string {
  const estUneTable = db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'migrations'").get();
  if (!estUneTable) return "its database is none of this site";
  const vues = db
    .prepare("SELECT nom FROM migrations ORDER BY nom")
    .all()
    .map(({ nom }) => String(nom));
  const connues = migrationsIn(folder);
  const inconnues = vues.filter((nom) => !connues.includes(nom));
  if (inconnues.length > 0)
    return `it was made by a newer version of this site (it has ${inconnues.join(", ")}): install that version first`;
  if (vues.some((nom, rang) => nom !== connues[rang])) return "its database has gaps in its history";
  if (structureOf(db) !== expectedStructure(folder, vues)) return "its database has other tables than this site makes";
  const etat = db.prepare("PRAGMA integrity_check(1)").get()?.integrity_check;
  if (etat !== "ok") return `its database is damaged (${String(etat).replaceAll("\n", " ")})`;
  if (db.prepare("PRAGMA foreign_key_check").get()) return "its database contradicts itself";
  return { schema: schemaOf(db), images: imagesOf(db) };
}

const structureOf = (db: DatabaseSync): string =>
  db
    .prepare("SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite~_%' ESCAPE '~'")
    .all()
    .map((objet) => JSON.stringify(Object.values(objet)))
    .sort()
    .join("\n");

function expectedStructure(folder: string, noms: string[]): string {
  const db = new DatabaseSync(":memory:");
  try {
    db.exec("CREATE TABLE migrations (nom TEXT PRIMARY KEY, appliquee_le TEXT NOT NULL) STRICT");
    for (const nom of noms) db.exec(readFileSync(join(folder, nom), "utf8"));
    return structureOf(db);
  } finally {
    db.close();
  }
}
