/**
 * Erasure in three steps. `secure_delete` overwrites deleted data with zeros. The write-ahead log is emptied. The file
 * is rewritten daily and at shutdown, because its pages may contain copies of deleted data. `user_version` is 1 until
 * the file is rewritten.
 */
import type { DatabaseSync } from "node:sqlite";

const RETRY_MS = 1_000;

const retries = new WeakMap<DatabaseSync, NodeJS.Timeout>();

/** Never throws. Retries while a reader uses the write-ahead log. */
export function emptyLog(db: DatabaseSync): void {
  clearTimeout(retries.get(db));
  if (!db.isOpen || isEmptied(db)) return;
  retries.set(db, setTimeout(() => emptyLog(db), RETRY_MS).unref());
}

function isEmptied(db: DatabaseSync): boolean {
  try {
    return db.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get()?.busy === 0;
  } catch {
    return false;
  }
}

/** Throws if the disk is full or another process writes. `user_version` stays 1 in this case. */
export function rewriteErased(db: DatabaseSync): void {
  if (db.prepare("PRAGMA user_version").get()?.user_version === 0) return;
  // The temporary copy contains personal data: keep it in memory.
  db.exec("PRAGMA temp_store = MEMORY; VACUUM; PRAGMA user_version = 0");
  emptyLog(db);
}
