/**
 * Erased means erased, in three steps. `secure_delete` (database.ts) writes zeros over what a write takes away. The
 * log that still holds earlier pages is emptied at once. And since a page that was split may keep a copy of what moved
 * to its neighbour, the whole file is written anew once a day, and when the site stops: `user_version` is 1 as long as
 * that is owed, so that neither a crash nor another process forgets it.
 */
import type { DatabaseSync } from "node:sqlite";

/** How long after a log that somebody still read from it is tried again, in milliseconds. */
const RETRY_MS = 1_000;

const retries = new WeakMap<DatabaseSync, NodeJS.Timeout>();

/** Has nothing of the past stand in the log. Never fails: as long as somebody reads from it, it is tried again. */
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

/**
 * Writes the file anew where something was erased since that was done last.
 * @throws when the disk is full, or another process writes just now: it is still owed then
 */
export function rewriteErased(db: DatabaseSync): void {
  if (!rewriteIsOwed(db)) return;
  // The copy in between is as private as the file: it stays in memory.
  db.exec("PRAGMA temp_store = MEMORY; VACUUM; PRAGMA user_version = 0");
  emptyLog(db);
}

const rewriteIsOwed = (db: DatabaseSync): boolean => db.prepare("PRAGMA user_version").get()?.user_version !== 0;
