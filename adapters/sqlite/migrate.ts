/** Numbered steps from an empty database to the tables of this version. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { transactionSync } from "./transaction.ts";

/**
 * Runs the migrations that a database has not seen yet, in the order of their numbers. Each is one
 * transaction, recorded by its file name; a file that has been released never changes.
 * @param folder holds `0001-what-it-does.sql`, `0002-…`
 * @param beforeUpgrade called once before the first of them when the database holds something already; when it
 * throws, nothing is migrated
 * @throws when one fails (nothing of it is kept), or when the database has one that the folder lacks
 */
export function migrate(db: DatabaseSync, folder: string, beforeUpgrade: () => void = () => {}): void {
  // Its columns keep their first names: every version reads them before it knows what else is there.
  db.exec("CREATE TABLE IF NOT EXISTS migrations (nom TEXT PRIMARY KEY, appliquee_le TEXT NOT NULL) STRICT");
  const known = migrationsIn(folder);
  const applied = appliedTo(db);
  if (applied.has(OF_VERSION_0_2)) throw new Error(`The database ${db.location()} ${TOO_OLD}`);
  const unknown = [...applied].filter((name) => !known.includes(name)).sort();
  if (unknown.length > 0)
    throw new Error(
      `The database ${db.location()} was written by a newer version of this site (it has ${unknown.join(", ")}): ` +
        "start that version, or restore an older backup.",
    );

  const waiting = known.filter((name) => !applied.has(name));
  if (waiting.length > 0 && applied.size > 0) beforeUpgrade();
  for (const name of waiting) apply(db, folder, name);
}

/** @param db not opened by this version yet, or empty @returns whether `migrate` would change its tables */
export function isBehind(db: DatabaseSync, folder: string): boolean {
  const applied = hasTable(db) ? appliedTo(db) : new Set<string>();
  return migrationsIn(folder).some((name) => !applied.has(name));
}

/** The first migration of the versions up to 0.2. */
export const OF_VERSION_0_2 = "0001-documents-and-inbox.sql";
const TOO_OLD =
  "was written by version 0.2 of this site or an older one, which this version does not read: start that version, or another DATA_DIR.";
/** @returns whether any migration has run on it */
export const hasMigrations = (db: DatabaseSync): boolean => hasTable(db) && appliedTo(db).size > 0;

const hasTable = (db: DatabaseSync): boolean =>
  db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'migrations'").get() !== undefined;

const appliedTo = (db: DatabaseSync): Set<string> =>
  new Set(
    db
      .prepare("SELECT nom AS name FROM migrations")
      .all()
      .map(({ name }) => String(name)),
  );

/** @returns the names of all migrations, first one first */
export const migrationsIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => /^\d{4}-.+\.sql$/.test(name))
    .sort();

function apply(db: DatabaseSync, folder: string, name: string): void {
  const sql = readFileSync(join(folder, name), "utf8");
  try {
    transactionSync(db, () => {
      // Another process that starts at the same moment may have been faster.
      if (db.prepare("SELECT 1 FROM migrations WHERE nom = ?").get(name)) return;
      db.exec(sql);
      db.prepare("INSERT INTO migrations (nom, appliquee_le) VALUES (?, ?)").run(name, new Date().toISOString());
    });
  } catch (fault) {
    throw new Error(`The migration ${name} failed: ${(fault as Error).message}`, { cause: fault });
  }
}
