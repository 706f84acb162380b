import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { emptyWriteAheadLog } from "./erasure.ts";
import { hasAppliedMigrations, hasPendingMigrations, migrateDatabase, pendingMigrations } from "./migrate.ts";
import { LOCK_TIMEOUT_MS, SQLITE_BUSY, sqliteErrorCode } from "./write-lock.ts";

export const MIGRATIONS_FOLDER = join(import.meta.dirname, "migrations");

/** Error codes SQLITE_CORRUPT and SQLITE_NOTADB. */
const DAMAGED = [11, 26];

/**
 * Opens or creates a database and migrates it. The caller must hold the lock on the data folder. Committed writes are
 * durable. If another process locks the returned database, a statement fails at once.
 * @param beforeUpgrade called before a migration of existing data. If it throws, nothing is migrated.
 * @throws if the file is read-only, damaged or too new. The message is one line with the file name
 */
export function openDatabase(file: string, beforeUpgrade?: () => void): DatabaseSync {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  createPrivately(file);
  const db = openFile(file);
  try {
    withFileName(file, () => {
      db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;");
      checkDocuments(db);
    });
    migrateDatabase(db, MIGRATIONS_FOLDER, beforeUpgrade);
    db.exec("PRAGMA busy_timeout = 0");
    // After a crash, the write-ahead log may still contain erased data.
    emptyWriteAheadLog(db);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Do not check the files, because 1 GB of them takes up to 4 s. The nightly backup checks the whole database. */
function checkDocuments(db: DatabaseSync): void {
  if (!db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'documents'").get()) return;
  const state = db.prepare("PRAGMA quick_check('documents')").get()?.quick_check;
  if (state !== "ok") throw Object.assign(new Error(String(state)), { errcode: DAMAGED[0] });
}

/** Whether `openDatabase` would create or migrate the file. */
export function needsMigration(file: string): boolean {
  return isBlankDatabase(file) || inFile(file, (db) => hasPendingMigrations(db, MIGRATIONS_FOLDER));
}

/** Whether `openDatabase` would migrate existing data. @throws one line if another version has written the database */
export const hasDataToMigrate = (file: string): boolean => !isBlankDatabase(file) && waitingIn(file).length > 0;

/** @throws one line if another version has written the database */
export const throwIfMigratedByOtherVersion = (file: string): void => void waitingIn(file);

function waitingIn(file: string): string[] {
  const db = openFile(file);
  try {
    return pendingMigrations(db, MIGRATIONS_FOLDER);
  } finally {
    db.close();
  }
}

/** Whether the file is missing, empty or without tables. */
export function isBlankDatabase(file: string): boolean {
  // Do not open an empty file: SQLite would delete the write-ahead log, perhaps the only copy of the data.
  return isEmptyDatabaseFile(file) || inFile(file, (db) => !hasAppliedMigrations(db));
}

export const isEmptyDatabaseFile = (file: string): boolean => !statSync(file, { throwIfNoEntry: false })?.size;

function inFile<T>(file: string, read: (db: DatabaseSync) => T): T {
  const db = openFile(file);
  try {
    return withFileName(file, () => read(db));
  } finally {
    db.close();
  }
}

/** Blocks the process until no other process locks the database, for 5 s at most. */
export function waitUntilDatabaseUnlocked(file: string): void {
  if (!existsSync(file)) return;
  createPrivately(file);
  inFile(file, (db) => db.exec("BEGIN IMMEDIATE; ROLLBACK"));
}

const openFile = (file: string) =>
  withFileName(file, () => new DatabaseSync(file, { timeout: LOCK_TIMEOUT_MS, enableForeignKeyConstraints: true }));

/** Adds the file name to errors, because SQLite's messages contain no file name. */
function withFileName<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const { message } = error as Error;
    if (sqliteErrorCode(error) === SQLITE_BUSY)
      throw new Error(
        `The database ${file} is locked by another process, a sqlite3 shell for example: end its transaction, then try again.`,
        { cause: error },
      );
    const what = DAMAGED.includes(sqliteErrorCode(error))
      ? `is damaged (${message.replaceAll("\n", " ")}). Put the last backup back with npm run restore; docs/recovery.md says how.`
      : `cannot be used (${message}). Is its disk full, read-only, or another user's?`;
    throw new Error(`The database ${file} ${what}`, { cause: error });
  }
}

/**
 * Mode 600, also for the -wal and -shm files that SQLite creates. Never open an existing file: closing the file would
 * release SQLite's locks.
 */
function createPrivately(file: string): void {
  try {
    closeSync(openSync(file, "wx", 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    chmodSync(file, 0o600);
  }
}

/** Whether the file contains the health check's write number `count`. If not, the database file was replaced. */
export function isWriteCountInFile(file: string, count: number): boolean {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    const reading = "SELECT content ->> 'count' AS count FROM documents WHERE collection = 'state' AND id = 'health'";
    return Number(db.prepare(reading).get()?.count) >= count;
  } finally {
    db.close();
  }
}
