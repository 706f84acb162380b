/**
 * Erasure in three steps: `secure_delete` (documents.ts) zeroes deleted data, the write-ahead log is then emptied, and
 * the file is rewritten daily and at shutdown, because pages that SQLite has split may contain copies. While a rewrite
 * is due, `user_version` is 1: the file itself stores this, so a crash does not lose it.
 */
import type { DatabaseSync } from "node:sqlite";

/** Pause before a retry while a reader uses the log, in milliseconds. */
const RETRY_MS = 1_000;

const retries = new WeakMap<DatabaseSync, NodeJS.Timeout>();

/** Truncates the write-ahead log. Never throws; retries while a reader uses it. */
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

/** Rewrites the file if due. Throws when the disk is full or another process writes; the rewrite stays due. */
export function rewriteErased(db: DatabaseSync): void {
  if (db.prepare("PRAGMA user_version").get()?.user_version === 0) return;
  // The temporary copy contains personal data: keep it in memory.
  db.exec("PRAGMA temp_store = MEMORY; VACUUM; PRAGMA user_version = 0");
  emptyLog(db);
}
