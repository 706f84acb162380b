import type { Documents } from "#ports/documents.ts";

const STATE = "state";
const FORMAT = "format";
/** Increase this number if older versions of the site can no longer read the documents. */
const VERSION = 2;
/** Data of an older format is of an unreleased state. */
const OLDEST = 2;

/** @returns one line with the reason if this version cannot read the documents; null if it can */
export async function formatProblem(documents: Documents): Promise<string | null> {
  const format = await documents.get(STATE, FORMAT);
  const version = Number(format?.content.version ?? VERSION);
  if (version > VERSION)
    return `A newer version of this site wrote its documents (format ${version}): start that version.`;
  if (version < OLDEST)
    return `An unreleased version of this site wrote its documents (format ${version}): start that version, or take another place.`;
  return null;
}

/** Stores the format version if none is stored. */
export const recordFormat = (documents: Documents): Promise<void> =>
  documents.transaction(async (transaction) => {
    if (!(await transaction.get(STATE, FORMAT))) transaction.create(STATE, FORMAT, { version: VERSION });
  });

/** Documents per transaction: SQLite commits so many in a few milliseconds, without a pause. */
const AT_ONCE = 50;

/** Deletes the documents whose `field` is less than `before`. Returns the number of deleted documents. */
export const purgeBefore = (documents: Documents, collection: string, field: string, before: string) =>
  inBatches(AT_ONCE, () =>
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
export async function inBatches(size: number, transaction: () => Promise<number>): Promise<number> {
  for (let total = 0; ; ) {
    const count = await transaction();
    total += count;
    if (count < size) return total;
  }
}
