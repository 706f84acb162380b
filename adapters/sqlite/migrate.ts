import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { transactionSync } from "./write-lock.ts";

/** If data exists, calls `beforeUpgrade` before the migrations. */
export function migrateDatabase(db: DatabaseSync, folder: string, beforeUpgrade: () => void = () => {}): void {
  // Never rename these columns: every version of the site reads this table first.
  db.exec("CREATE TABLE IF NOT EXISTS migrations (nom TEXT PRIMARY KEY, appliquee_le TEXT NOT NULL) STRICT");
  const applied = appliedTo(db);
  const waiting = pendingMigrations(db, folder);
  if (waiting.length > 0 && applied.size > 0) beforeUpgrade();
  for (const name of waiting) apply(db, folder, name);
}

/** @throws one line if another version of the site has written the database */
export function pendingMigrations(db: DatabaseSync, folder: string): string[] {
  const available = listMigrationFiles(folder);
  const applied = appliedTo(db);
  const unknown = [...applied].filter((name) => !available.includes(name)).sort();
  if (unknown.length > 0)
    throw new Error(
      `The database ${db.location()} was written by another version of this site (it has ${unknown.join(", ")}): ` +
        "start that version, or restore a backup of this one.",
    );
  return available.filter((name) => !applied.has(name));
}

export function hasPendingMigrations(db: DatabaseSync, folder: string): boolean {
  const applied = appliedTo(db);
  return listMigrationFiles(folder).some((name) => !applied.has(name));
}

export const hasAppliedMigrations = (db: DatabaseSync): boolean => appliedTo(db).size > 0;

function appliedTo(db: DatabaseSync): Set<string> {
  if (!db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'migrations'").get()) return new Set();
  const rows = db.prepare("SELECT nom AS name FROM migrations").all();
  return new Set(rows.map(({ name }) => String(name)));
}

export const listMigrationFiles = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => /^\d{4}-.+\.sql$/.test(name))
    .sort();

function apply(db: DatabaseSync, folder: string, name: string): void {
  const sql = readFileSync(join(folder, name), "utf8");
  try {
    transactionSync(db, () => {
      // Check again under the lock, because another process may have applied the migration.
      if (db.prepare("SELECT 1 FROM migrations WHERE nom = ?").get(name)) return;
      db.exec(sql);
      db.prepare("INSERT INTO migrations (nom, appliquee_le) VALUES (?, ?)").run(name, new Date().toISOString());
    });
  } catch (error) {
    throw new Error(`The migration ${name} failed: ${(error as Error).message}`, { cause: error });
  }
}
