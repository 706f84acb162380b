import { accessSync, closeSync, constants, mkdirSync, openSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

const SQLITE_BUSY = 5;

/**
 * Locks a folder by SQLite's file lock, which ends with the process. A file with a process id would survive a crash.
 * The empty lock file is not deleted. Returns the release function; null if another process has the lock.
 */
export function lockFolder(folder: string, name: string, waitMs = 0): (() => void) | null {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, name);
  createEmpty(file);
  // Throw for a read-only file: SQLite would open it without a lock.
  accessSync(file, constants.W_OK);
  const db = new DatabaseSync(file, { timeout: waitMs });
  try {
    // Nothing is written, so the journal can stay in memory, and no journal file is created.
    db.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
    return () => db.close();
  } catch (error) {
    db.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return null;
    throw error;
  }
}

function createEmpty(file: string): void {
  try {
    closeSync(openSync(file, "wx", 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}
