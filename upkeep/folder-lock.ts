import { accessSync, closeSync, constants, mkdirSync, openSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

const SQLITE_BUSY = 5;

/**
 * SQLite locks an empty file, which is never deleted. The lock ends with the process, even after a crash.
 * @returns a function that unlocks the folder; null if another process has the lock
 */
export function lockFolder(folder: string, name: string, waitMs = 0): (() => void) | null {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, name);
  createEmpty(file);
  // SQLite would open a read-only file without a lock, so throw.
  accessSync(file, constants.W_OK);
  const db = new DatabaseSync(file, { timeout: waitMs });
  try {
    // Nothing is written, so no journal file is needed.
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
