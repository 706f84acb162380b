import type { DatabaseSync } from "node:sqlite";

/**
 * Runs work as one write: all of it is kept, or nothing when it throws. The write lock is taken first,
 * so what the work reads cannot change under it. Transactions do not nest.
 * @param work synchronous
 * @returns what the work returned, once it is on the disk
 */
export function transaction<T>(db: DatabaseSync, work: () => T): T {
  db.exec("BEGIN IMMEDIATE");
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
