/**
 * Erased means erased, in three steps. `secure_delete` (database.ts) writes zeros over what a write takes away. The
 * log that still holds earlier pages is emptied at once. And since a page that was split may keep a copy of what moved
 * to its neighbour, the whole file is written anew once a day, and when the site stops: `user_version` is 1 as long as
 * that is owed, so that neither a crash nor another process forgets it.
 */
import type { DatabaseSync } from "node:sqlite";
import { transaction } from "./transaction.ts";

/** How long after a log that somebody still read from it is tried again, in milliseconds. */
const RETRY_MS = 1_000;

const retries = new WeakMap<DatabaseSync, NodeJS.Timeout>();

/**
 * Runs work that takes content away, as `transaction` does.
 * @param work synchronous
 * @returns what the work returned, once it is on the disk; the content is gone from every file then, or within moments
 * where another process reads just now
 */
export async function erase<T>(db: DatabaseSync, work: () => T): Promise<T> {
  const { outcome, changed } = await transaction(db, () => {
    const before = changesOf(db);
    const outcome = work();
    const changed = changesOf(db) !== before;
    if (changed && !rewriteIsOwed(db)) db.exec("PRAGMA user_version = 1");
    return { outcome, changed };
  });
  if (changed) emptyLog(db);
  return outcome;
}

const changesOf = (db: DatabaseSync) => db.prepare("SELECT total_changes() AS number").get()?.number;

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
