/**
 * JSON documents in named collections, on which every store is written. SQLite and Firestore keep the same promises;
 * tests/contracts/documents runs on both. What the Firestore emulator cannot show: Google promises serializable
 * isolation for queries inside a transaction, and the emulator locks whole documents instead, so that the order in
 * which competing transactions win, how long they wait, and what they cost may differ there.
 */

/**
 * A value of a document. Firestore also holds values that JSON lacks: they travel as an object with one field, `$time`
 * (RFC 3339, nanoseconds), `$bytes` (base64), `$reference` (path), `$place` ([latitude, longitude]) or `$number`
 * (`NaN`, `Infinity`, `-Infinity`), and are written back as what they were.
 */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
/** Names of fields are not empty. */
export type Content = { readonly [field: string]: Json };

export type StoredDocument = {
  readonly id: string;
  /** Opaque; another one after each write, by whoever it was. */
  readonly version: string;
  /** When it was written last, by whoever it was. */
  readonly changedAt: Date;
  readonly content: Content;
};

/**
 * One top-level field, whose values are strings. A document without the field is not found. Several conditions at once
 * need a computed field: Firestore has no index for them.
 */
export type Condition =
  | { readonly field: string; readonly equals: string }
  /** At most 30 values. */
  | { readonly field: string; readonly in: readonly string[] }
  /** A range and the order on it, by bytes of UTF-8; equal values by id. Without a bound: every document with the field. */
  | {
      readonly field: string;
      readonly from?: string;
      readonly after?: string;
      readonly to?: string;
      readonly before?: string;
      readonly descending?: boolean;
    };

export type Query = {
  /** Absent: all documents. Without a range the order is that of the ids. */
  readonly where?: Condition;
  /** Only documents whose text in a field contains these characters; of several texts each one. Firestore filters after reading. */
  readonly contains?: { readonly field: string; readonly text: string | readonly string[] };
  /** Only documents whose id comes after this one; without `where`. */
  readonly afterId?: string;
  readonly offset?: number;
  readonly limit?: number;
  /** Only these fields of the content, and in Firestore that of `contains`. Absent: all. */
  readonly select?: readonly string[];
};

/** What a transaction reads and writes. Valid until its work has ended. */
export type Transaction = {
  /** Fixed before the first attempt. */
  readonly id: string;
  /** @returns an id for a new document: random, and in each attempt the same in the same place */
  newId(): string;
  get(collection: string, id: string): Promise<StoredDocument | null>;
  query(collection: string, query?: Query): Promise<StoredDocument[]>;
  /** The document must not exist. @throws at the commit `DocumentExists` where it does and was not read */
  create(collection: string, id: string, content: Content): void;
  /** Replaces the named fields; others stay. The document must have been read in this transaction. */
  update(collection: string, id: string, fields: Content): void;
  /** Replaces the whole content. The document must have been read in this transaction. */
  replace(collection: string, id: string, content: Content): void;
  /** The document must have been read in this transaction. */
  delete(collection: string, id: string): void;
};

export type WatchListener = {
  /** The documents of the query: once at the beginning, and after each change by anybody. */
  onDocuments(documents: readonly StoredDocument[]): void;
  /** The store ended the watch, which is taken up again by itself: what is held may be old until `onDocuments`. */
  onDown(error: unknown): void;
};

/** Every method throws `StoreUnavailable` when there is no answer within the deadline. */
export interface Documents {
  /** @returns null when there is none, also for what can be no id (`isDocumentId`) */
  get(collection: string, id: string): Promise<StoredDocument | null>;

  query(collection: string, query?: Query): Promise<StoredDocument[]>;

  /** @returns how many documents the query finds, whatever its offset and limit */
  count(collection: string, query?: Pick<Query, "where" | "contains">): Promise<number>;

  /**
   * Reads and writes as if nobody else did meanwhile: all writes are applied, or none. `work` runs again, at most ten
   * times, when something that it read has changed, and when an answer was lost and nothing was written. It has no
   * effect outside: no call of another provider, no second transaction. Transactions of one process queue.
   * Within `work`, reads come before writes, and do not see them.
   * @param options erases: content is taken away for good; it is in no file once the database was rewritten
   * @returns what `work` gave, once the writes are durable and the watches of this process on whole collections know
   * @throws `TooMuchContention`, `StoreUnavailable` (the outcome is unknown), or what `work` throws (nothing is written).
   * A transaction that only deletes leaves no trace by which a lost answer could be recognised: it may run twice
   */
  transaction<T>(work: (transaction: Transaction) => Promise<T>, options?: { readonly erases?: boolean }): Promise<T>;

  /** @returns what ends the watch */
  watch(collection: string, query: Query, listener: WatchListener): () => void;
}

export class DocumentExists extends Error {
  override readonly name = "DocumentExists";
}

/** Others kept changing what a transaction read. Nothing is written. */
export class TooMuchContention extends Error {
  override readonly name = "TooMuchContention";
}

const ID_BYTES_MAX = 1500;

/** @returns whether a document can have this id: Firestore's rules, which hold everywhere */
export const isDocumentId = (id: unknown): id is string =>
  typeof id === "string" &&
  id !== "" &&
  // Length first: measuring bytes takes time.
  id.length <= ID_BYTES_MAX &&
  id !== "." &&
  id !== ".." &&
  !id.includes("/") &&
  !/^__.*__$/s.test(id) &&
  id.isWellFormed() &&
  new TextEncoder().encode(id).length <= ID_BYTES_MAX;

const FIELD = /^[A-Za-z][A-Za-z0-9_]{0,59}$/;
const VALUES_MAX = 30;

/** @throws when Firestore could not answer the query, or a field's name could not be part of an expression */
export function checkQuery({ where, contains, afterId, select = [] }: Query): void {
  if (where && afterId !== undefined) throw new Error("afterId goes with the order of the ids.");
  for (const field of [where?.field, contains?.field, ...select])
    if (field !== undefined && !FIELD.test(field)) throw new Error(`Not a field to ask for: ${field}`);
  if (where && "in" in where && (where.in.length === 0 || where.in.length > VALUES_MAX))
    throw new Error(`A query takes 1 to ${VALUES_MAX} values, not ${where.in.length}.`);
  if (contains && contains.text.length === 0 && typeof contains.text !== "string")
    throw new Error("A query for texts names at least one.");
}
