/** Opens the one file that holds the site's data, and brings its tables up to date. */
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { emptyLog } from "./erasure.ts";
import { hasMigrations, isBehind, migrate } from "./migrate.ts";
import { isBusy, LOCK_TIMEOUT_MS } from "./transaction.ts";

export const MIGRATIONS = join(import.meta.dirname, "migrations");

/** What SQLite answers about a file that is damaged, or something else. */
const DAMAGED = [11, 26];

/**
 * Opens a database, creating file (mode 600) and folder (mode 700) when they are missing. A write that has
 * returned is on the disk; several processes may have the file open, and the one that changes its tables is the one
 * that has the folder's lock. Once it is open, no statement waits for another process: `transaction` does.
 * @param file path of the database file
 * @param beforeUpgrade called before the tables of an older version are changed; when it throws, nothing is changed
 * @throws with one line that names the file: it cannot be written, it is damaged, or a newer version of the site
 * wrote it
 */
export function openDatabase(file: string, beforeUpgrade?: () => void): DatabaseSync {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  createPrivately(file);
  const db = openFile(file);
  try {
    readably(file, () => {
      db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;");
      const state = db.prepare("PRAGMA quick_check(1)").get()?.quick_check;
      if (state !== "ok") throw Object.assign(new Error(String(state)), { errcode: DAMAGED[0] });
    });
    migrate(db, MIGRATIONS, beforeUpgrade);
    db.exec("PRAGMA busy_timeout = 0");
    // A crash may have come between an erasure and this.
    emptyLog(db);
    return db;
  } catch (fault) {
    db.close();
    throw fault;
  }
}

/**
 * @param file path of a database file, or of none
 * @returns whether `openDatabase` would change its tables, or make it; nothing is changed here
 * @throws with one line that names the file when it cannot be read or is damaged
 */
export function needsUpgrade(file: string): boolean {
  return isBlank(file) || inFile(file, (db) => isBehind(db, MIGRATIONS));
}

/**
 * @param file path of a database file, or of none
 * @returns whether there is no database of a site: no file, an empty one, or one without tables; nothing is changed here
 * @throws as `needsUpgrade`
 */
export function isBlank(file: string): boolean {
  // SQLite deletes the log beside an empty file, and with it perhaps the last copy of what was in it.
  return isEmptyFile(file) || inFile(file, (db) => !hasMigrations(db));
}

export const isEmptyFile = (file: string): boolean => !statSync(file, { throwIfNoEntry: false })?.size;

function inFile<T>(file: string, read: (db: DatabaseSync) => T): T {
  const db = openFile(file);
  try {
    return readably(file, () => read(db));
  } finally {
    db.close();
  }
}

/**
 * Waits until a database can be written, for 5 s at most; the whole process waits.
 * @param file path of a database file, or of none
 * @throws with one line that names the file when another process keeps it locked
 */
export function waitUntilUnlocked(file: string): void {
  if (!existsSync(file)) return;
  createPrivately(file);
  const db = openFile(file);
  try {
    readably(file, () => db.exec("BEGIN IMMEDIATE; ROLLBACK"));
  } finally {
    db.close();
  }
}

const openFile = (file: string) =>
  readably(file, () => new DatabaseSync(file, { timeout: LOCK_TIMEOUT_MS, enableForeignKeyConstraints: true }));

/** SQLite's own messages name no file. */
function readably<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (fault) {
    const { message, errcode = 0 } = fault as Error & { errcode?: number };
    if (isBusy(fault))
      throw new Error(
        `The database ${file} is locked by another process, a sqlite3 shell for example: end its transaction, then try again.`,
        { cause: fault },
      );
    const what = DAMAGED.includes(errcode & 0xff)
      ? `is damaged (${message.replaceAll("\n", " ")}). Put the last backup back with npm run restore; docs/recovery.md says how.`
      : `cannot be used (${message}). Is its disk full, read-only, or another user's?`;
    throw new Error(`The database ${file} ${what}`, { cause: fault });
  }
}

/**
 * SQLite gives its -wal and -shm files the mode of the database file, so that one has to be private first.
 * A file that exists is never opened here: closing it would drop the locks that SQLite holds in this process.
 */
function createPrivately(file: string): void {
  try {
    closeSync(openSync(file, "wx", 0o600));
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code !== "EEXIST") throw fault;
    chmodSync(file, 0o600);
  }
}

/**
 * Looks for what the health check wrote (stores/site-state.ts) through the file's name: a file that was deleted or
 * replaced under a running site still takes writes that nobody will see.
 * @param file as `openDatabase` has it
 */
export function isInFile(file: string, count: number): boolean {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    const reading = "SELECT content ->> 'count' AS count FROM documents WHERE collection = 'state' AND id = 'health'";
    return Number(db.prepare(reading).get()?.count) >= count;
  } finally {
    db.close();
  }
}
