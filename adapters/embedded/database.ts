/** Opens the one file that holds the site's data, and brings its tables up to date. */
import { chmodSync, closeSync, mkdirSync, openSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { migrate } from "./migrate.ts";

const MIGRATIONS = join(import.meta.dirname, "migrations");

/** How long a statement waits for another process to finish writing, in milliseconds. */
const ATTENTE_MS = 5000;

/**
 * Opens a database, creating file (mode 600) and folder (mode 700) when they are missing. A write that has
 * returned is on the disk; several processes may have the file open.
 * @param file path of the database file
 * @throws when the file cannot be used, or when a newer version of the site wrote it
 */
export function openDatabase(file: string): DatabaseSync {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  createPrivately(file);
  const db = new DatabaseSync(file, { timeout: ATTENTE_MS, enableForeignKeyConstraints: true });
  try {
    db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;");
    migrate(db, MIGRATIONS);
    return db;
  } catch (panne) {
    db.close();
    throw panne;
  }
}

/**
 * SQLite gives its -wal and -shm files the mode of the database file, so that one has to be private first.
 * A file that exists is never opened here: closing it would drop the locks that SQLite holds in this process.
 */
function createPrivately(file: string): void {
  try {
    closeSync(openSync(file, "wx", 0o600));
  } catch (panne) {
    if ((panne as NodeJS.ErrnoException).code !== "EEXIST") throw panne;
    chmodSync(file, 0o600);
  }
}

/**
 * Whether the store can be written right now, found out by a real write that reaches the disk.
 * @param db as `openDatabase` gave it
 */
export function canWrite(db: DatabaseSync): boolean {
  try {
    db.exec("UPDATE sante SET ecritures = ecritures + 1");
    return true;
  } catch {
    return false;
  }
}
