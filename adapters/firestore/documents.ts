/** An update writes only the given fields, so that fields of other programs stay unchanged. */
import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as pause } from "node:timers/promises";
import {
  type Transaction as Calls,
  type DocumentReference,
  type DocumentSnapshot,
  FieldPath,
  type Firestore,
} from "@google-cloud/firestore";
import { DocumentExists, type Documents, isDocumentId, TooMuchContention, type Transaction } from "#ports/documents.ts";
import { StoreUnavailable, withDeadline } from "#ports/store-unavailable.ts";
import {
  type AttemptIdentity,
  newAttemptIdentity,
  newTransactionAttempt,
  type TransactionAttempt,
} from "#ports/transaction-attempt.ts";
import { watchFirestoreQueries } from "./document-watch.ts";
import { CONFLICT_CODES, callFirestore, firestoreErrorCode, firestoreErrorForLog } from "./firestore-calls.ts";
import { filterDocuments, toFirestoreQuery } from "./queries.ts";
import { COMMIT_IDS_FIELD, documentFromSnapshot, storedCommitIds, toFirestoreValue } from "./values.ts";

const ATTEMPTS_MAX = 10;
/** Deadline of a transaction, all attempts included, in milliseconds. */
const DEADLINE_MS = 10_000;
const PAUSE_MS = 20;
/**
 * Number of transaction ids that a document stores. If the response to a commit is lost, a stored id shows that the
 * transaction was committed.
 */
const COMMITS_MAX = 8;

/** Not retried, because the transaction would fail again. */
const REFUSALS = ["INVALID_ARGUMENT", "PERMISSION_DENIED", "UNAUTHENTICATED", "OUT_OF_RANGE", "UNIMPLEMENTED"];

export function createFirestoreDocuments(db: Firestore): Documents & { close(): void } {
  const watches = watchFirestoreQueries(db);
  const transact = transactions(db);
  return {
    async get(collection, id) {
      if (!isDocumentId(id)) return null;
      return documentFromSnapshot(await callFirestore(db.collection(collection).doc(id).get()));
    },
    async query(collection, query = {}) {
      const { docs } = await callFirestore(toFirestoreQuery(db, collection, query).get());
      return filterDocuments(query, docs);
    },
    async count(collection, query = {}) {
      const where = { where: query.where, contains: query.contains };
      if (!query.contains)
        return (await callFirestore(toFirestoreQuery(db, collection, where).count().get())).data().count;
      const select = [query.contains.field];
      const { docs } = await callFirestore(toFirestoreQuery(db, collection, { ...where, select }).get());
      return filterDocuments(where, docs).length;
    },
    async transaction(work) {
      const { result, attempt } = await transact(work);
      await watches.settled(attempt);
      return result;
    },
    watch: (collection, query, listener) => watches.add(collection, query, listener),
    close: () => watches.stop(),
  };
}

type Outcome<T> = { result: T; attempt: TransactionAttempt };

const inside = new AsyncLocalStorage<boolean>();

/** Runs transactions in sequence, because parallel transactions would wait for each other's locks. */
function transactions(db: Firestore) {
  let last: Promise<unknown> = Promise.resolve();
  let [called, failed]: [number, { error: unknown; before: number }] = [0, { error: null, before: 0 }];
  return <T>(work: (transaction: Transaction) => Promise<T>): Promise<Outcome<T>> => {
    if (inside.getStore()) throw new Error("Transactions cannot be nested.");
    const number = ++called;
    const next = last.then(() => {
      // During an outage, queued transactions fail at once, instead of each waiting until a deadline.
      if (number <= failed.before) throw failed.error;
      return inside.run(true, () => attempts(db, work));
    });
    last = next.catch((error: unknown) => {
      const isAway = ["DEADLINE_EXCEEDED", "UNAVAILABLE"].includes(firestoreErrorCode(error));
      if (isAway && number > failed.before) failed = { error, before: called };
    });
    return next;
  };
}

async function attempts<T>(db: Firestore, work: (transaction: Transaction) => Promise<T>): Promise<Outcome<T>> {
  const identity = newAttemptIdentity();
  const end = Date.now() + DEADLINE_MS;
  /** The attempt whose response was lost. */
  let lost: Outcome<T> | null = null;
  for (let n = 1; n <= ATTEMPTS_MAX && Date.now() < end; n++) {
    let done: Outcome<T> | null = null;
    try {
      return await attemptOnce(db, identity, work, (outcome) => {
        done = outcome;
      });
    } catch (error) {
      const sent = done as Outcome<T> | null;
      if (sent && !CONFLICT_CODES.includes(firestoreErrorCode(error))) lost = sent;
      if (sent && lost && (await wasCommitted(db, identity.id, lost.attempt))) return lost;
      throwUnlessRetry(error, sent, lost !== null);
    }
    await pause(Math.random() * PAUSE_MS * 2 ** Math.min(n, 6));
  }
  if (lost) throw new StoreUnavailable("Firestore did not answer in time.", "DEADLINE_EXCEEDED");
  throw new TooMuchContention("Firestore: others kept changing the same documents.");
}

/** @param sent null if `work` or a read has thrown before the commit, so that no write was sent */
function throwUnlessRetry(error: unknown, sent: Outcome<unknown> | null, isLost: boolean): void {
  const code = firestoreErrorCode(error);
  if (sent ? REFUSALS.includes(code) : code !== "ABORTED") throw firestoreErrorForLog(error);
  if (sent && code === "ALREADY_EXISTS" && !isLost) refuseExisting(sent.attempt);
}

async function attemptOnce<T>(
  db: Firestore,
  identity: AttemptIdentity,
  work: (transaction: Transaction) => Promise<T>,
  onReady: (outcome: Outcome<T>) => void,
): Promise<Outcome<T>> {
  const { promise: failed, reject } = Promise.withResolvers<never>();
  const run = db.runTransaction(
    async (calls) => {
      try {
        return await runAttempt(db, identity, work, calls, onReady);
      } catch (error) {
        // Do not wait for the library's rollback: during an outage, the rollback would double the waiting time.
        reject(error);
        throw error;
      }
    },
    { maxAttempts: 1 },
  );
  return withDeadline(Promise.race([run, failed]), DEADLINE_MS);
}

async function runAttempt<T>(
  db: Firestore,
  identity: AttemptIdentity,
  work: (transaction: Transaction) => Promise<T>,
  calls: Calls,
  onReady: (outcome: Outcome<T>) => void,
): Promise<Outcome<T>> {
  const snapshots = new Map<string, DocumentSnapshot>();
  const attempt = newTransactionAttempt(identity, {
    async get(collection, id) {
      const doc = await callFirestore(calls.get(db.collection(collection).doc(id)));
      snapshots.set(doc.ref.path, doc);
      return documentFromSnapshot(doc);
    },
    async query(collection, query = {}) {
      const { docs } = await callFirestore(calls.get(toFirestoreQuery(db, collection, query)));
      for (const doc of docs) snapshots.set(doc.ref.path, doc);
      return filterDocuments(query, docs);
    },
  });
  const result = await work(attempt.transaction);
  commitWrites(db, calls, attempt, snapshots);
  onReady({ result, attempt });
  return { result, attempt };
}

function commitWrites(
  db: Firestore,
  calls: Calls,
  { writes, transaction }: TransactionAttempt,
  snapshots: ReadonlyMap<string, DocumentSnapshot>,
): void {
  for (const write of writes) {
    const ref = db.collection(write.collection).doc(write.id);
    if (write.kind === "delete") calls.delete(ref);
    else {
      const fields = {
        ...(toFirestoreValue(db, write.content) as Record<string, unknown>),
        [COMMIT_IDS_FIELD]: [transaction.id, ...storedCommitIds(snapshots.get(ref.path))].slice(0, COMMITS_MAX),
      };
      if (write.kind === "create") calls.create(ref, fields);
      else if (write.kind === "replace") calls.set(ref, fields);
      else update(calls, ref, fields);
    }
  }
}

/** Uses FieldPath, because the library parses a dot in a field name as a path. */
function update(calls: Calls, ref: DocumentReference, fields: Record<string, unknown>): void {
  const [[field, value] = [COMMIT_IDS_FIELD, []], ...more] = Object.entries(fields);
  calls.update(ref, new FieldPath(field), value, ...more.flatMap(([name, one]) => [new FieldPath(name), one]));
}

/** A document that the transaction has written contains the transaction's id. */
async function wasCommitted(db: Firestore, id: string, { writes }: TransactionAttempt): Promise<boolean> {
  const marked = writes.find(({ kind }) => kind === "create") ?? writes.find(({ kind }) => kind !== "delete");
  if (!marked) return false;
  return storedCommitIds(await callFirestore(db.collection(marked.collection).doc(marked.id).get())).includes(id);
}

function refuseExisting({ writes, wasRead }: TransactionAttempt): void {
  const unread = writes.find(({ kind, collection, id }) => kind === "create" && !wasRead(collection, id));
  if (unread) throw new DocumentExists(`Exists already: a document of ${unread.collection}`);
}
