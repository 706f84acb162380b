import type { DatabaseSync } from "node:sqlite";

/** How long a statement waits for the write lock of another process, in milliseconds. */
export const LOCK_TIMEOUT_MS = 5_000;

const SQLITE_BUSY = 5;

/**
 * Runs work as one write: all of it is kept, or nothing when it throws. The whole process waits for the lock: for the
 * time before it serves anyone.
 */
export function transactionSync(db: DatabaseSync, work: () => void): void {
  db.exec(`PRAGMA busy_timeout = ${LOCK_TIMEOUT_MS}`);
  try {
    db.exec("BEGIN IMMEDIATE");
    work();
    db.exec("COMMIT");
  } catch (fault) {
    // Some faults (a full disk) have ended the transaction already.
    if (db.isTransaction) db.exec("ROLLBACK");
    throw fault;
  } finally {
    db.exec("PRAGMA busy_timeout = 0");
  }
}

/** The extended codes keep the kind in their lowest byte. */
export const isBusy = (fault: unknown): boolean =>
  (((fault as { errcode?: number }).errcode ?? 0) & 0xff) === SQLITE_BUSY;
