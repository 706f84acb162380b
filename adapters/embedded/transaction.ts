import type { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import PQueue from "p-queue";
import { StoreUnavailable } from "#ports/store-unavailable.ts";

/** How long a write waits for the write lock of another process, in milliseconds. */
export const LOCK_TIMEOUT_MS = 5_000;
/** Between two attempts to take the lock, in milliseconds. */
const RETRY_MS = 10;

const SQLITE_BUSY = 5;

/** Writes of this process run in the order of their calls, also while the first of them waits for the lock. */
const queues = new WeakMap<DatabaseSync, PQueue>();

/**
 * Runs work as one write: all of it is kept, or nothing when it throws. The write lock is taken first,
 * so what the work reads cannot change under it. Transactions do not nest. While another process has the lock, this
 * one goes on serving: SQLite's own busy timeout would stop the event loop.
 * @param work synchronous; runs once
 * @returns what the work returned, once it is on the disk
 * @throws `StoreUnavailable` when another process keeps the lock for 5 s; nothing was done then
 */
export function transaction<T>(db: DatabaseSync, work: () => T): Promise<T> {
  const deadline = performance.now() + LOCK_TIMEOUT_MS;
  const queue = queues.get(db) ?? new PQueue({ concurrency: 1 });
  queues.set(db, queue);
  return queue.add(() => transactionBefore(deadline, db, work));
}

/**
 * As `transaction`, ahead of the writes that wait already.
 * @param deadline by `performance.now()`; one attempt is made in any case
 */
export async function transactionBefore<T>(deadline: number, db: DatabaseSync, work: () => T): Promise<T> {
  for (;;) {
    try {
      db.exec("BEGIN IMMEDIATE");
      break;
    } catch (fault) {
      if (!isBusy(fault)) throw fault;
      if (performance.now() >= deadline)
        throw new StoreUnavailable("Another process keeps the database locked", "SQLITE_BUSY");
    }
    await pause(RETRY_MS);
  }
  return finish(db, work);
}

/** As `transaction`, but the whole process waits for the lock: for the time before it serves anyone. */
export function transactionSync<T>(db: DatabaseSync, work: () => T): T {
  db.exec(`PRAGMA busy_timeout = ${LOCK_TIMEOUT_MS}`);
  try {
    db.exec("BEGIN IMMEDIATE");
    return finish(db, work);
  } finally {
    db.exec("PRAGMA busy_timeout = 0");
  }
}

function finish<T>(db: DatabaseSync, work: () => T): T {
  try {
    const result = work();
    db.exec("COMMIT");
    return result;
  } catch (fault) {
    // Some faults (a full disk) have ended the transaction already.
    if (db.isTransaction) db.exec("ROLLBACK");
    throw fault;
  }
}

/** The extended codes keep the kind in their lowest byte. */
export const isBusy = (fault: unknown): boolean =>
  (((fault as { errcode?: number }).errcode ?? 0) & 0xff) === SQLITE_BUSY;
