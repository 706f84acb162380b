/**
 * Erasure in three steps. `secure_delete` overwrites deleted data with zeros. The write-ahead log is emptied. The table
 * `documents` is rewritten daily and at shutdown, because its pages may contain copies of rows that SQLite has moved.
 * Until the rewrite, `user_version` is 1. Files need no rewrite: their rows are appended and never moved.
 */
import { once } from "node:events";
import type { DatabaseSync } from "node:sqlite";
import { Worker } from "node:worker_threads";

const RETRY_MS = 1_000;

const retries = new WeakMap<DatabaseSync, NodeJS.Timeout>();

/** Never throws. Retries while a reader uses the write-ahead log. */
export function emptyWriteAheadLog(db: DatabaseSync): void {
  clearTimeout(retries.get(db));
  if (!db.isOpen || tryEmptyWriteAheadLog(db)) return;
  retries.set(db, setTimeout(() => emptyWriteAheadLog(db), RETRY_MS).unref());
}

function tryEmptyWriteAheadLog(db: DatabaseSync): boolean {
  try {
    return db.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get()?.busy === 0;
  } catch {
    return false;
  }
}

/**
 * Rewrites the table `documents` in a worker if a document was erased since the last rewrite. Writes wait meanwhile.
 * Throws if the disk is full or another process writes. `user_version` stays 1 in this case.
 */
export async function rewriteErasedDocuments(db: DatabaseSync): Promise<void> {
  if (!isRewriteOwed(db)) return;
  const worker = new Worker(new URL("rewrite-worker.ts", import.meta.url), { workerData: db.location() });
  // `once` rejects with the error that the worker throws.
  await once(worker, "exit");
  emptyWriteAheadLog(db);
}

/** As `rewriteErasedDocuments`, in this thread: for a site that stops, and whose visitors have their answers. */
export function rewriteErasedDocumentsHere(db: DatabaseSync): void {
  if (isRewriteOwed(db)) rewriteDocuments(db);
}

const isRewriteOwed = (db: DatabaseSync): boolean => db.prepare("PRAGMA user_version").get()?.user_version !== 0;

/** Longest wait for another process's write, and for readers of the write-ahead log. The site's own writes wait meanwhile. */
const REWRITE_WAIT_MS = 200;

/** Throws if the disk is full or another process writes. */
export function rewriteDocuments(db: DatabaseSync): void {
  // The copy contains personal data: keep it in memory. `DELETE` fills the pages with zeros.
  db.exec(`
    PRAGMA temp_store = MEMORY;
    PRAGMA busy_timeout = ${REWRITE_WAIT_MS};
    BEGIN IMMEDIATE;
    CREATE TEMP TABLE copy AS SELECT * FROM documents;
    DELETE FROM documents;
    INSERT INTO documents SELECT * FROM copy ORDER BY collection, id;
    PRAGMA user_version = 0;
    COMMIT;
  `);
  tryEmptyWriteAheadLog(db);
}
