import type { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { StoreUnavailable } from "#ports/store-unavailable.ts";

/** SQLite's codes for errors of the disk: IOERR, FULL, CANTOPEN, READONLY. */
const DISK = [10, 13, 14, 8];
const RETRY_MS = 10;
const DEADLINE_MS = 5000;
const STOPPING_MS = 200;

let stopsAt = Number.POSITIVE_INFINITY;

/** Call `stopWaitingForLocks` at shutdown. After `STOPPING_MS`, statements no longer wait for a lock. */
export function stopWaitingForLocks(): void {
  stopsAt = performance.now() + STOPPING_MS;
}

/** Retries a locked statement for 5 s, without blocking the event loop. */
export async function retryWhileLocked<T>(statement: () => T): Promise<T> {
  const end = performance.now() + DEADLINE_MS;
  for (;;) {
    try {
      return statement();
    } catch (error) {
      const code = sqliteErrorCode(error);
      if (DISK.includes(code)) throw new StoreUnavailable("The database cannot be written.", `SQLITE ${code}`);
      if (code !== SQLITE_BUSY) throw error;
      if (performance.now() > Math.min(end, stopsAt))
        throw new StoreUnavailable("The database is locked.", "SQLITE_BUSY");
    }
    await pause(RETRY_MS);
  }
}

export const LOCK_TIMEOUT_MS = 5_000;

export const SQLITE_BUSY = 5;

/** Use `transactionSync` only at startup, because waiting for a lock blocks the process. */
export function transactionSync(db: DatabaseSync, work: () => void): void {
  db.exec(`PRAGMA busy_timeout = ${LOCK_TIMEOUT_MS}`);
  try {
    db.exec("BEGIN IMMEDIATE");
    work();
    db.exec("COMMIT");
  } catch (error) {
    // After some errors, such as a full disk, SQLite has already rolled back.
    if (db.isTransaction) db.exec("ROLLBACK");
    throw error;
  } finally {
    db.exec("PRAGMA busy_timeout = 0");
  }
}

/** Primary result code: the lowest byte of SQLite's extended codes. */
export const sqliteErrorCode = (error: unknown): number => ((error as { errcode?: number }).errcode ?? 0) & 0xff;
