import { FORMATS } from "#domain/format.ts";
import type { Documents } from "#ports/documents.ts";

const STATE = "state";
const FORMAT = "format";

/** @throws one line if this version cannot read the documents */
export async function checkFormat(documents: Documents, formats = FORMATS): Promise<void> {
  const problem = await formatProblem(documents, formats);
  if (problem) throw new Error(problem);
}

/** @returns one line with the reason if this version cannot read the documents; null if it can */
export async function formatProblem(documents: Documents, { oldest, newest } = FORMATS): Promise<string | null> {
  const format = await documents.get(STATE, FORMAT);
  const version = Number(format?.content.version ?? newest);
  if (version > newest)
    return `A newer version of this site wrote its documents (format ${version}): start that version.`;
  if (version < oldest)
    return `An unreleased version of this site wrote its documents (format ${version}): start that version, or take another place.`;
  return null;
}

/**
 * Stores the newest format if none or an older one is stored: then older versions of the site refuse the documents.
 * @param beforeRaise called before an older format is replaced. If it throws, nothing is stored.
 * @throws one line if this version cannot read the documents
 */
export async function recordFormat(
  documents: Documents,
  beforeRaise: () => void | Promise<void> = () => {},
  formats = FORMATS,
): Promise<void> {
  await checkFormat(documents, formats);
  const stored = await documents.get(STATE, FORMAT);
  if (stored && Number(stored.content.version) >= formats.newest) return;
  if (stored) await beforeRaise();
  await documents.transaction(async (transaction) => {
    await transaction.get(STATE, FORMAT);
    transaction.put(STATE, FORMAT, { version: formats.newest });
  });
}

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
