import type { DatabaseSync } from "node:sqlite";

/** Maximum wait for another process's write lock, in milliseconds. */
export const LOCK_TIMEOUT_MS = 5_000;

export const SQLITE_BUSY = 5;

/** Runs `work` atomically. Blocks the process while it waits: only for startup. */
export function transactionSync(db: DatabaseSync, work: () => void): void {
  db.exec(`PRAGMA busy_timeout = ${LOCK_TIMEOUT_MS}`);
  try {
    db.exec("BEGIN IMMEDIATE");
    work();
    db.exec("COMMIT");
  } catch (error) {
    // Some errors (a full disk) have already rolled back.
    if (db.isTransaction) db.exec("ROLLBACK");
    throw error;
  } finally {
    db.exec("PRAGMA busy_timeout = 0");
  }
}

/** Extended codes keep the kind in their lowest byte. */
export const codeOf = (error: unknown): number => ((error as { errcode?: number }).errcode ?? 0) & 0xff;
