/** One attempt of a transaction: what it has read, and what it is going to write. Shared by the adapters of `Documents`. */
import { type Content, isDocumentId, type Query, type StoredDocument, type Transaction } from "./documents.ts";

export type Write = { readonly collection: string; readonly id: string } & (
  | { readonly kind: "create" | "update" | "replace"; readonly content: Content }
  | { readonly kind: "delete" }
);

export type Attempt = {
  readonly transaction: Transaction;
  readonly writes: readonly Write[];
  /** The version of each document that was read by its id; null where there was none. */
  readonly documents: readonly { collection: string; id: string; version: string | null }[];
  readonly queries: readonly { collection: string; query: Query; found: readonly StoredDocument[] }[];
  /** @returns whether a document was read in this attempt */
  wasRead(collection: string, id: string): boolean;
};

type Readers = Pick<Transaction, "get" | "query">;

/** What all attempts of a transaction have in common: its id, and the ids of new documents. */
export type Identity = { readonly id: string; readonly newIds: string[] };

export const newIdentity = (): Identity => ({ id: crypto.randomUUID(), newIds: [] });

export function newAttempt({ id, newIds }: Identity, read: Readers): Attempt {
  const writes: Write[] = [];
  const documents: { collection: string; id: string; version: string | null }[] = [];
  const queries: { collection: string; query: Query; found: readonly StoredDocument[] }[] = [];
  const versions = new Map<string, string | null>();
  const written = new Set<string>();
  let ids = 0;

  const mayRead = () => {
    if (writes.length > 0) throw new Error("A transaction reads before it writes.");
  };
  const add = (write: Write) => {
    const key = keyOf(write.collection, write.id);
    if (written.has(key)) throw new Error(`Written twice in one transaction: a document of ${write.collection}`);
    if (write.kind === "create" ? versions.get(key) : !versions.get(key) && !isListed(write))
      throw new Error(
        write.kind === "create"
          ? `Created although it exists: a document of ${write.collection}`
          : `Changed without having been read: a document of ${write.collection}`,
      );
    written.add(key);
    writes.push(write);
  };
  const isListed = ({ collection, id }: Write) =>
    queries.some((one) => one.collection === collection && one.found.some((document) => document.id === id));

  const transaction: Transaction = {
    id,
    newId() {
      newIds[ids] ??= crypto.randomUUID().replaceAll("-", "");
      return newIds[ids++] as string;
    },
    async get(collection, name) {
      mayRead();
      if (!isDocumentId(name)) return null;
      const found = await read.get(collection, name);
      versions.set(keyOf(collection, name), found?.version ?? null);
      documents.push({ collection, id: name, version: found?.version ?? null });
      return found;
    },
    async query(collection, query = {}) {
      mayRead();
      const found = await read.query(collection, query);
      queries.push({ collection, query, found });
      return found;
    },
    create(collection, name, content) {
      if (!isDocumentId(name)) throw new Error(`No id for a document of ${collection}`);
      add({ kind: "create", collection, id: name, content });
    },
    update: (collection, name, content) => add({ kind: "update", collection, id: name, content }),
    replace: (collection, name, content) => add({ kind: "replace", collection, id: name, content }),
    delete: (collection, name) => add({ kind: "delete", collection, id: name }),
  };
  const wasRead = (collection: string, name: string) => versions.has(keyOf(collection, name));
  return { transaction, writes, documents, queries, wasRead };
}

const keyOf = (collection: string, id: string) => `${collection}/${id}`;
