/** Says that a folder is in use. The system itself lets go when a process dies, however it dies. */
import { accessSync, closeSync, constants, mkdirSync, openSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** What SQLite answers when somebody else has the lock. */
const SQLITE_BUSY = 5;

/**
 * Takes a lock that is held until it is given back or the process ends. A file with a process id would still say
 * "in use" after a power cut, or about a stranger with the same id; the lock SQLite takes on a file does not.
 * @param folder made when it is missing (mode 700)
 * @param name of the file that stands for the lock; it stays, empty
 * @param waitMs how long to wait for somebody who has it
 * @returns what gives it back; null when somebody else keeps it
 * @throws when the folder cannot be written
 */
export function lockFolder(folder: string, name: string, waitMs = 0): (() => void) | null {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, name);
  createEmpty(file);
  // SQLite would open it for reading only, and lock nothing.
  accessSync(file, constants.W_OK);
  const db = new DatabaseSync(file, { timeout: waitMs });
  try {
    // Nothing is ever written, so that there is nothing to roll back and no file beside this one.
    db.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
    return () => db.close();
  } catch (fault) {
    db.close();
    if ((fault as { errcode?: number }).errcode === SQLITE_BUSY) return null;
    throw fault;
  }
}

function createEmpty(file: string): void {
  try {
    closeSync(openSync(file, "wx", 0o600));
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code !== "EEXIST") throw fault;
  }
}
