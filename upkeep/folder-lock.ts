import { accessSync, closeSync, constants, mkdirSync, openSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

const SQLITE_BUSY = 5;

/**
 * Uses SQLite's file lock, which ends with the process; a file with a process id would be stale after a power cut.
 * The lock file stays, empty. Returns the release function; null when another process holds the lock.
 */
export function lockFolder(folder: string, name: string, waitMs = 0): (() => void) | null {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, name);
  createEmpty(file);
  // SQLite would open a read-only file without locking it.
  accessSync(file, constants.W_OK);
  const db = new DatabaseSync(file, { timeout: waitMs });
  try {
    // Without writes, no rollback and no journal file.
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
