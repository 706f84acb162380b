/**
 * JSON documents in named collections. tests/contracts/documents runs on SQLite and on the Firestore emulator. Google
 * promises serializable isolation for queries in a transaction; the emulator locks documents instead, so the winner of
 * competing transactions, their waiting time and their cost may differ there.
 */

/**
 * A value of a document. Firestore values that JSON lacks are objects with one field: `$time` (RFC 3339, nanoseconds),
 * `$bytes` (base64), `$reference` (path), `$place` ([latitude, longitude]) or `$number` (`NaN`, `Infinity`, `-Infinity`).
 */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type Content = { readonly [field: string]: Json };

export type StoredDocument = {
  readonly id: string;
  /** Opaque; changes with every write, also by another program, as does `changedAt`. */
  readonly version: string;
  readonly changedAt: Date;
  readonly content: Content;
};

/** On one top-level string field. To combine conditions, store a computed field: Firestore has no index for several. */
export type QueryCondition =
  | { readonly field: string; readonly equals: string }
  /** At most 30 values. */
  | { readonly field: string; readonly in: readonly string[] }
  /** A range, ordered by UTF-8 bytes, then by id. No bound: every document with the field. */
  | {
      readonly field: string;
      readonly from?: string;
      readonly after?: string;
      readonly to?: string;
      readonly before?: string;
      readonly descending?: boolean;
    };

export type Query = {
  /** Without a range, the order is by id. */
  readonly where?: QueryCondition;
  /** Only documents whose field contains the text, or each of the texts. Firestore filters after reading. */
  readonly contains?: { readonly field: string; readonly text: string | readonly string[] };
  /** Only documents with a greater id; not together with `where`. */
  readonly afterId?: string;
  readonly offset?: number;
  readonly limit?: number;
  /** Absent: all fields. Firestore adds the field of `contains`. */
  readonly select?: readonly string[];
};

/** The reads and writes of one transaction, usable until `work` ends. Read a document before writing it. */
export type Transaction = {
  readonly id: string;
  /** @returns a random id for a new document; the nth call returns the same id in every attempt */
  newId(): string;
  get(collection: string, id: string): Promise<StoredDocument | null>;
  query(collection: string, query?: Query): Promise<StoredDocument[]>;
  /** The document must not exist; needs no prior read. @throws `DocumentExists` at the commit if it exists unread */
  create(collection: string, id: string, content: Content): void;
  /** Replaces the named fields. */
  update(collection: string, id: string, fields: Content): void;
  replace(collection: string, id: string, content: Content): void;
  /** `create` or `replace`. */
  put(collection: string, id: string, content: Content): void;
  delete(collection: string, id: string): void;
};

export type WatchListener = {
  /** At the start and after each change, also by another process. */
  onDocuments(documents: readonly StoredDocument[]): void;
  /** The watch reconnects by itself; documents may be stale until the next `onDocuments`. */
  onDown(error: unknown): void;
};

/** Every method throws `StoreUnavailable` after its deadline. */
export interface Documents {
  /** @returns null if there is no such document, or the id is invalid */
  get(collection: string, id: string): Promise<StoredDocument | null>;
  query(collection: string, query?: Query): Promise<StoredDocument[]>;
  count(collection: string, query?: Pick<Query, "where" | "contains">): Promise<number>;
  /**
   * Runs `work` with serializable isolation and applies all of its writes, or none. Transactions of one process queue.
   * `work` runs up to ten times: it has no other effect (no call of another provider, no second transaction), and reads
   * before it writes. A transaction that only deletes may run twice after a lost answer.
   * @param options erases: no file holds the deleted content after the next database rewrite
   * @returns when the writes are durable and this process's watches on whole collections have them
   * @throws `TooMuchContention`, `StoreUnavailable` (outcome unknown) or the error of `work` (nothing is written)
   */
  transaction<T>(work: (transaction: Transaction) => Promise<T>, options?: { readonly erases?: boolean }): Promise<T>;
  watch(collection: string, query: Query, listener: WatchListener): () => void;
}

export class DocumentExists extends Error {
  override readonly name = "DocumentExists";
}

/** Other transactions kept changing the documents that were read. Nothing is written. */
export class TooMuchContention extends Error {
  override readonly name = "TooMuchContention";
}

const ID_BYTES_MAX = 1500;

/** @returns whether a document can have this id, by Firestore's rules */
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

/** @throws if Firestore cannot answer the query, or a field name is not valid in an expression */
export function checkQuery({ where, contains, afterId, select = [] }: Query): void {
  if (where && afterId !== undefined) throw new Error("afterId cannot be combined with where.");
  for (const field of [where?.field, contains?.field, ...select])
    if (field !== undefined && !FIELD.test(field)) throw new Error(`Invalid field name: ${field}`);
  if (where && "in" in where && (where.in.length === 0 || where.in.length > VALUES_MAX))
    throw new Error(`A query takes 1 to ${VALUES_MAX} values, not ${where.in.length}.`);
  if (contains && contains.text.length === 0 && typeof contains.text !== "string")
    throw new Error("contains needs at least one text.");
}
