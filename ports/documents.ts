/**
 * A store of JSON documents in named collections. The contract tests (tests/contracts/documents) run on SQLite and on
 * the Firestore emulator. If two transactions conflict, the emulator may abort a different transaction than Firestore.
 */

/**
 * A value in a document. Values of Firestore that JSON lacks are objects with one field: `$time` (RFC 3339,
 * nanoseconds), `$bytes` (base64), `$reference` (path), `$place` ([latitude, longitude]), `$number` (`NaN`, `Infinity`,
 * `-Infinity`).
 */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | { readonly [key: string]: JsonValue };
export type DocumentContent = { readonly [field: string]: JsonValue };

export type StoredDocument = {
  readonly id: string;
  /** Version of the document: an opaque text that changes with every write, including writes by other programs. */
  readonly version: string;
  readonly changedAt: Date;
  readonly content: DocumentContent;
};

/** A condition on one top-level string field. To filter by two fields, store a field that combines both. */
export type QueryCondition =
  | { readonly field: string; readonly equals: string }
  /** `in` has 1 to 30 values. */
  | { readonly field: string; readonly in: readonly string[] }
  /** A range, ordered by UTF-8 bytes, then by id. Without bounds, matches all documents that have the field. */
  | {
      readonly field: string;
      readonly from?: string;
      readonly after?: string;
      readonly to?: string;
      readonly before?: string;
      readonly descending?: boolean;
    };

export type Query = {
  /** If absent, all documents match. Results are sorted by id. For a range, results are sorted by the field. */
  readonly where?: QueryCondition;
  /** The field must contain all of these texts. The Firestore adapter filters in memory. */
  readonly contains?: { readonly field: string; readonly text: string | readonly string[] };
  /** Finds only documents with a greater id. Cannot be combined with `where`. */
  readonly afterId?: string;
  readonly offset?: number;
  readonly limit?: number;
  /** Fields to return. If absent, all fields. Firestore also returns the field of `contains`. */
  readonly select?: readonly string[];
};

/**
 * The reads and writes of a transaction. May be used until `work` of `Documents.transaction` ends. `work` must read
 * each document that it updates, replaces or deletes.
 */
export type Transaction = {
  readonly id: string;
  /** A random id for a new document. Retries of `work` get the same ids in the same order. */
  newId(): string;
  get(collection: string, id: string): Promise<StoredDocument | null>;
  query(collection: string, query?: Query): Promise<StoredDocument[]>;
  /**
   * Creates a document. Fails for an existing document: if `work` has read the document, `create` throws an error. If
   * not, the commit throws `DocumentExists`.
   */
  create(collection: string, id: string, content: DocumentContent): void;
  /** Replaces the given fields, and keeps all other fields. */
  update(collection: string, id: string, fields: DocumentContent): void;
  replace(collection: string, id: string, content: DocumentContent): void;
  /** Creates the document, or replaces an existing document. */
  put(collection: string, id: string, content: DocumentContent): void;
  delete(collection: string, id: string): void;
};

export type WatchListener = {
  /**
   * Called with all documents at the start of the watch and after each change, including changes by other processes.
   */
  onDocuments(documents: readonly StoredDocument[]): void;
  /** Called if the connection is lost. The watch reconnects. Documents may be stale until the next `onDocuments`. */
  onDown(error: unknown): void;
};

/** Every method throws `StoreUnavailable` after its deadline. */
export interface Documents {
  /** Null if the document does not exist, or the id is invalid. */
  get(collection: string, id: string): Promise<StoredDocument | null>;
  query(collection: string, query?: Query): Promise<StoredDocument[]>;
  count(collection: string, query?: Pick<Query, "where" | "contains">): Promise<number>;
  /**
   * Runs `work` with serializable isolation. Applies all writes of `work`, or none. Transactions of a process run in
   * sequence. `work` must read before it writes. `work` may run up to ten times, and must have no effects outside the
   * transaction. If the response to a commit is lost, a transaction that only deletes runs again.
   * @param options `erases`: the database file must not keep the deleted content
   * @returns when the writes are durable and reported to all watches of whole collections in this process
   * @throws `TooMuchContention`, `StoreUnavailable` (outcome unknown) or the error of `work` (nothing is written)
   */
  transaction<T>(work: (transaction: Transaction) => Promise<T>, options?: { readonly erases?: boolean }): Promise<T>;
  watch(collection: string, query: Query, listener: WatchListener): () => void;
}

export class DocumentExists extends Error {
  override readonly name = "DocumentExists";
}

/**
 * Thrown if, in each attempt, other transactions changed the documents that this transaction had read. Nothing is
 * written.
 */
export class TooMuchContention extends Error {
  override readonly name = "TooMuchContention";
}

const ID_BYTES_MAX = 1500;

/** Whether Firestore allows this id for a document. */
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

/** Throws if Firestore does not support the query, or a field name is invalid. */
export function checkQuery({ where, contains, afterId, select = [] }: Query): void {
  if (where && afterId !== undefined) throw new Error("afterId cannot be combined with where.");
  for (const field of [where?.field, contains?.field, ...select])
    if (field !== undefined && !FIELD.test(field)) throw new Error(`Invalid field name: ${field}`);
  if (where && "in" in where && (where.in.length === 0 || where.in.length > VALUES_MAX))
    throw new Error(`A query takes 1 to ${VALUES_MAX} values, not ${where.in.length}.`);
  if (contains && contains.text.length === 0 && typeof contains.text !== "string")
    throw new Error("contains needs at least one text.");
}
