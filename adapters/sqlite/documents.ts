import { AsyncLocalStorage } from "node:async_hooks";
import type { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import type { DataProcessor } from "#domain/data-processor.ts";
import {
  checkQuery,
  DocumentExists,
  type Documents,
  isDocumentId,
  TooMuchContention,
  type Transaction,
} from "#ports/documents.ts";
import {
  type AttemptedWrite,
  newAttemptIdentity,
  newTransactionAttempt,
  type TransactionAttempt,
} from "#ports/transaction-attempt.ts";
import { yieldToEventLoop } from "#ports/yield-to-event-loop.ts";
import { openSqliteConnection } from "./connection.ts";
import { createDocumentReader, type DocumentReader, joinVersions } from "./document-reader.ts";
import { watchSqliteChanges } from "./document-watch.ts";
import { retryWhileLocked } from "./write-lock.ts";

/** Marks the table for a later rewrite (erasure.ts), because the file may contain copies of erased data. */
const REWRITE_DUE = "PRAGMA user_version = 1";

const ATTEMPTS_MAX = 10;
/** The random pause after attempt n of a transaction is at most `PAUSE_MS * 2 ** n`, in ms. */
const PAUSE_MS = 2;

type Options = {
  /** Called after an erasure to empty the write-ahead log, which still contains the erased data. */
  onErased?: () => void;
  pollMs?: number;
  /** If true, the file stays unchanged byte for byte. */
  readOnly?: boolean;
};

export function openSqliteDocuments(
  file: string,
  { onErased = () => {}, pollMs = 1000, readOnly = false }: Options = {},
): Documents & { close(): void } {
  // A large transaction pauses for other requests. It has a connection of its own, so that these requests do not see
  // its uncommitted writes.
  const [db, writer] = [openSqliteConnection(file, readOnly), openSqliteConnection(file, readOnly)];
  const reader = createDocumentReader(db, readOnly);
  const watches = watchSqliteChanges(writer, reader, pollMs);
  const transact = transactions(writer, createDocumentReader(writer, readOnly));

  return {
    ...readersOf(reader),
    async count(collection, query = {}) {
      checkQuery(query);
      await yieldToEventLoop();
      await reader.prepareFor(collection, query);
      return reader.count(collection, query);
    },
    async transaction(work, { erases = false } = {}) {
      const { result, collections } = await transact(work, erases);
      if (erases && collections.size > 0) onErased();
      watches.look(collections);
      return result;
    },
    watch: (collection, query, listener) => watches.add(collection, query, listener),
    close() {
      watches.stop();
      db.close();
      writer.close();
    },
  };
}

type Work<T> = (transaction: Transaction) => Promise<T>;

const inside = new AsyncLocalStorage<boolean>();

function transactions(db: DatabaseSync, reader: DocumentReader) {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: Work<T>, erases: boolean): Promise<{ result: T; collections: Set<string> }> => {
    if (inside.getStore()) throw new Error("Transactions cannot be nested.");
    const next = last.then(() => inside.run(true, () => attempts(db, reader, work, erases)));
    last = next.catch(() => {});
    return next;
  };
}

async function attempts<T>(db: DatabaseSync, reader: DocumentReader, work: Work<T>, erases: boolean) {
  const identity = newAttemptIdentity();
  for (let n = 1; n <= ATTEMPTS_MAX; n++) {
    const attempt = newTransactionAttempt(identity, readersOf(reader));
    // The last attempt reads under the write lock, so that it cannot conflict.
    const holdsLock = n === ATTEMPTS_MAX;
    if (holdsLock) await retryWhileLocked(() => db.exec("BEGIN IMMEDIATE"));
    try {
      const result = await work(attempt.transaction);
      if (!holdsLock) await retryWhileLocked(() => db.exec(attempt.writes.length > 0 ? "BEGIN IMMEDIATE" : "BEGIN"));
      if (await commit(db, reader, attempt, erases))
        return { result, collections: new Set(attempt.writes.map((write) => write.collection)) };
    } finally {
      if (db.isTransaction) db.exec("ROLLBACK");
    }
    await pause(Math.random() * PAUSE_MS * 2 ** n);
  }
  throw new TooMuchContention("Other processes kept changing the same documents.");
}

const readersOf = (reader: DocumentReader): Pick<Transaction, "get" | "query"> => ({
  async get(collection, id) {
    if (!isDocumentId(id)) return null;
    await yieldToEventLoop();
    return reader.get(collection, id);
  },
  async query(collection, query = {}) {
    checkQuery(query);
    await yieldToEventLoop();
    await reader.prepareFor(collection, query);
    return reader.query(collection, query);
  },
});

/** @returns false if a document has changed since `attempt` read it; nothing is written in this case */
async function commit(db: DatabaseSync, reader: DocumentReader, attempt: TransactionAttempt, erases: boolean) {
  if (!(await isAsRead(reader, attempt))) return false;
  const existing = await applyWrites(db, attempt);
  if (existing) {
    if (attempt.wasRead(existing.collection, existing.id)) return false;
    throw new DocumentExists(`Exists already: a document of ${existing.collection}`);
  }
  if (erases && attempt.writes.length > 0) db.exec(REWRITE_DUE);
  db.exec("COMMIT");
  return true;
}

async function isAsRead(reader: DocumentReader, { documents, queries }: TransactionAttempt): Promise<boolean> {
  for (const { collection, id, version } of documents) {
    await yieldToEventLoop();
    if (reader.version(collection, id) !== version) return false;
  }
  for (const { collection, query, found } of queries) {
    await yieldToEventLoop();
    if (reader.queryVersions(collection, query) !== joinVersions(found)) return false;
  }
  return true;
}

/** Call `applyWrites` inside BEGIN IMMEDIATE. @returns a write that would create an existing document; null if none */
async function applyWrites(
  db: DatabaseSync,
  { writes, transaction }: TransactionAttempt,
): Promise<AttemptedWrite | null> {
  const creating = db.prepare(
    "INSERT INTO documents (collection, id, version, changed_at, content) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
  );
  const replacing = db.prepare(
    "UPDATE documents SET version = ?, changed_at = ?, content = ? WHERE collection = ? AND id = ?",
  );
  const reading = db.prepare("SELECT content FROM documents WHERE collection = ? AND id = ?");
  const deleting = db.prepare("DELETE FROM documents WHERE collection = ? AND id = ?");
  const [version, changedAt] = [transaction.id, new Date().toISOString()];
  for (const write of writes) {
    await yieldToEventLoop();
    const { collection, id } = write;
    if (write.kind === "delete") deleting.run(collection, id);
    else if (write.kind === "create") {
      if (creating.run(collection, id, version, changedAt, JSON.stringify(write.content)).changes === 0) return write;
    } else {
      const before = write.kind === "update" ? JSON.parse(String(reading.get(collection, id)?.content)) : {};
      replacing.run(version, changedAt, JSON.stringify({ ...before, ...write.content }), collection, id);
    }
  }
  return null;
}

const onServer = { provider: null, country: [], safeguard: null } as const;

export const EMBEDDED_PROCESSORS: readonly DataProcessor[] = [
  { role: "data", ...onServer },
  { role: "images", ...onServer },
  { role: "accounts", ...onServer },
];
