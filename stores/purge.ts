import type { Documents } from "#ports/documents.ts";

/** Documents per transaction. SQLite commits this number in a few milliseconds, without a pause. */
const AT_ONCE = 50;

/** Deletes the documents whose `field` is less than `before`. Returns the number of deleted documents. */
export const purgeDocumentsBefore = (documents: Documents, collection: string, field: string, before: string) =>
  repeatUntilShortBatch(AT_ONCE, () =>
    documents.transaction(
      async (transaction) => {
        const query = { where: { field, before }, limit: AT_ONCE, select: [field] };
        const found = await transaction.query(collection, query);
        for (const { id } of found) transaction.delete(collection, id);
        return found.length;
      },
      { erases: true },
    ),
  );

/** Repeats a transaction until it returns a count below `size`. Returns the sum of the counts. */
export async function repeatUntilShortBatch(size: number, transaction: () => Promise<number>): Promise<number> {
  for (let total = 0; ; ) {
    const count = await transaction();
    total += count;
    if (count < size) return total;
  }
}

/** Deletes the documents that exist of these. */
export async function eraseDocuments(documents: Documents, collection: string, ids: readonly string[]): Promise<void> {
  for (let i = 0; i < ids.length; i += AT_ONCE)
    await documents.transaction(
      async (transaction) => {
        const found = [];
        for (const id of ids.slice(i, i + AT_ONCE)) if (await transaction.get(collection, id)) found.push(id);
        for (const id of found) transaction.delete(collection, id);
      },
      { erases: true },
    );
}
