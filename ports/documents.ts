/**
 * A store of JSON documents in named collections. The contract tests (tests/contracts/documents) run on SQLite and on
 * the Firestore emulator. Firestore promises serializable isolation, also for queries. If two transactions conflict,
 * the emulator may abort the one that Firestore would commit. Waiting times and costs may differ too.
 */

/**
 * A value in a document. Firestore values that JSON lacks are objects with one field: `$time` (RFC 3339, nanoseconds),
 * `$bytes` (base64), `$reference` (path), `$place` ([latitude, longitude]), `$number` (`NaN`, `Infinity`, `-Infinity`).
 */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type Content = { readonly [field: string]: Json };

export type StoredDocument = {
  readonly id: string;
  /** Opaque. Like `changedAt`, it changes with every write, including writes by other programs. */
  readonly version: string;
  readonly changedAt: Date;
  readonly content: Content;
};

/** A condition on one top-level string field. To filter by two fields, store a field that combines them. */
export type QueryCondition =
  | { readonly field: string; readonly equals: string }
  /** `in` has at most 30 values. */
  | { readonly field: string; readonly in: readonly string[] }
  /** A range, ordered by UTF-8 bytes, then by id. Without a bound, it matches every document that has the field. */
  | {
      readonly field: string;
      readonly from?: string;
      readonly after?: string;
      readonly to?: string;
      readonly before?: string;
      readonly descending?: boolean;
    };

export type Query = {
  /** When absent, all documents match. Results are sorted by the field if `where` is a range, else by id. */
  readonly where?: QueryCondition;
  /** Only documents whose field contains the text, or all of the texts. The Firestore adapter filters in memory. */
  readonly contains?: { readonly field: string; readonly text: string | readonly string[] };
  /** Finds only documents with a greater id; cannot be combined with `where`. */
  readonly afterId?: string;
  readonly offset?: number;
  readonly limit?: number;
  /** Fields to return; all fields when absent. Firestore also returns the field of `contains`. */
  readonly select?: readonly string[];
};

/**
 * The reads and writes of a transaction, allowed until the `work` of `Documents.transaction` ends. Except for
 * `create`, `work` must read a document before it writes the document.
 */
export type Transaction = {
  readonly id: string;
  /** @returns a random id for a new document; retries of `work` get the same ids in the same order */
  newId(): string;
  get(collection: string, id: string): Promise<StoredDocument | null>;
  query(collection: string, query?: Query): Promise<StoredDocument[]>;
  /**
   * Needs no prior read. If the document exists: throws at once if `work` has read it, otherwise the commit throws
   * `DocumentExists`.
   */
  create(collection: string, id: string, content: Content): void;
  /** Replaces the given fields. All other fields stay unchanged. */
  update(collection: string, id: string, fields: Content): void;
  replace(collection: string, id: string, content: Content): void;
  /** Creates the document if it does not exist, else replaces it. */
  put(collection: string, id: string, content: Content): void;
  delete(collection: string, id: string): void;
};

export type WatchListener = {
  /** Called at the start of the watch and after each change, including changes by other processes. */
  onDocuments(documents: readonly StoredDocument[]): void;
  /** Called when the connection is lost. The watch reconnects; until the next `onDocuments`, documents may be stale. */
  onDown(error: unknown): void;
};

/** Every method throws `StoreUnavailable` after its deadline. */
export interface Documents {
  /** @returns null if there is no such document, or the id is invalid */
  get(collection: string, id: string): Promise<StoredDocument | null>;
  query(collection: string, query?: Query): Promise<StoredDocument[]>;
  count(collection: string, query?: Pick<Query, "where" | "contains">): Promise<number>;
  /**
   * Runs `work` with serializable isolation and applies all of its writes, or none. Transactions of a process run in
   * sequence. `work` may run up to ten times, so it must have no other effect (no call of another provider, no second
   * transaction), and must read before it writes. If the response is lost, the adapter looks for the transaction's id
   * in a written document. A transaction that only deletes leaves no document to check, so it runs again.
   * @param options `erases`: the deleted content must disappear from the database file too, which is rewritten later
   * @returns when the writes are durable and this process's watches of whole collections have reported them
   * @throws `TooMuchContention`, `StoreUnavailable` (outcome unknown) or the error of `work` (nothing is written)
   */
  transaction<T>(work: (transaction: Transaction) => Promise<T>, options?: { readonly erases?: boolean }): Promise<T>;
  watch(collection: string, query: Query, listener: WatchListener): () => void;
}

export class DocumentExists extends Error {
  override readonly name = "DocumentExists";
}

/** Thrown when in each attempt, other transactions changed documents that the attempt had read. Nothing is written. */
export class TooMuchContention extends Error {
  override readonly name = "TooMuchContention";
}

const ID_BYTES_MAX = 1500;

/** @returns whether Firestore allows this id for a document */
export const isDocumentId = (id: unknown): id is string =>
  typeof id === "string" &&
  id !== "" &&
  id.length <= ID_BYTES_MAX &&
  id !== "." &&
  id !== ".." &&
  !id.includes("/") &&
  !/^__.*__$/s.test(id) &&
  id.isWellFormed() &&
  new TextEncoder().encode(id).length <= ID_BYTES_MAX;

const FIELD = /^[A-Za-z][A-Za-z0-9_]{0,59}$/;
const VALUES_MAX = 30;

/** @throws if Firestore does not support the query, or a field name is not a valid identifier */
export function checkQuery({ where, contains, afterId, select = [] }: Query): void {
  if (where && afterId !== undefined) throw new Error("afterId cannot be combined with where.");
  for (const field of [where?.field, contains?.field, ...select])
    if (field !== undefined && !FIELD.test(field)) throw new Error(`Invalid field name: ${field}`);
  if (where && "in" in where && (where.in.length === 0 || where.in.length > VALUES_MAX))
    throw new Error(`A query takes 1 to ${VALUES_MAX} values, not ${where.in.length}.`);
  if (contains && contains.text.length === 0 && typeof contains.text !== "string")
    throw new Error("contains needs at least one text.");
}
