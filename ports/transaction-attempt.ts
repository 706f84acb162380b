import { type DocumentContent, isDocumentId, type Query, type StoredDocument, type Transaction } from "./documents.ts";

export type AttemptedWrite = { readonly collection: string; readonly id: string } & (
  | { readonly kind: "create" | "update" | "replace"; readonly content: DocumentContent }
  | { readonly kind: "delete" }
);

export type TransactionAttempt = {
  readonly transaction: Transaction;
  readonly writes: readonly AttemptedWrite[];
  /** Documents that were read by id. `version`: null if the document did not exist. */
  readonly documents: readonly { collection: string; id: string; version: string | null }[];
  readonly queries: readonly { collection: string; query: Query; found: readonly StoredDocument[] }[];
  wasRead(collection: string, id: string): boolean;
};

export type AttemptIdentity = { readonly id: string; readonly newIds: string[] };

export const newAttemptIdentity = (): AttemptIdentity => ({ id: crypto.randomUUID(), newIds: [] });

export function newTransactionAttempt(
  { id, newIds }: AttemptIdentity,
  read: Pick<Transaction, "get" | "query">,
): TransactionAttempt {
  const writes: AttemptedWrite[] = [];
  const documents: TransactionAttempt["documents"][number][] = [];
  const queries: TransactionAttempt["queries"][number][] = [];
  const versions = new Map<string, string | null>();
  const [queried, written] = [new Set<string>(), new Set<string>()];
  let ids = 0;

  const requireNoWrites = () => {
    if (writes.length > 0) throw new Error("A transaction must read before it writes.");
  };
  const exists = ({ collection, id }: Pick<AttemptedWrite, "collection" | "id">) =>
    versions.get(keyOf(collection, id)) || queried.has(keyOf(collection, id));
  const add = (write: AttemptedWrite) => {
    const key = keyOf(write.collection, write.id);
    if (written.has(key)) throw new Error(`Written twice in one transaction: a document of ${write.collection}`);
    if (write.kind === "create" && versions.get(key))
      throw new Error(`Cannot create an existing document of ${write.collection}`);
    if (write.kind !== "create" && !exists(write))
      throw new Error(`Cannot write an unread document of ${write.collection}`);
    written.add(key);
    writes.push(write);
  };

  const transaction: Transaction = {
    id,
    newId() {
      newIds[ids] ??= crypto.randomUUID().replaceAll("-", "");
      return newIds[ids++] as string;
    },
    async get(collection, id) {
      requireNoWrites();
      if (!isDocumentId(id)) return null;
      const found = await read.get(collection, id);
      versions.set(keyOf(collection, id), found?.version ?? null);
      documents.push({ collection, id, version: found?.version ?? null });
      return found;
    },
    async query(collection, query = {}) {
      requireNoWrites();
      const found = await read.query(collection, query);
      queries.push({ collection, query, found });
      for (const { id } of found) queried.add(keyOf(collection, id));
      return found;
    },
    create(collection, id, content) {
      if (!isDocumentId(id)) throw new Error(`Invalid id for a document of ${collection}`);
      add({ kind: "create", collection, id, content });
    },
    update: (collection, id, content) => add({ kind: "update", collection, id, content }),
    replace: (collection, id, content) => add({ kind: "replace", collection, id, content }),
    put: (collection, id, content) =>
      transaction[exists({ collection, id }) ? "replace" : "create"](collection, id, content),
    delete: (collection, id) => add({ kind: "delete", collection, id }),
  };
  return { transaction, writes, documents, queries, wasRead: (collection, id) => versions.has(keyOf(collection, id)) };
}

const keyOf = (collection: string, id: string) => `${collection}/${id}`;
