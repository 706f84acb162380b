import type { Documents } from "#ports/documents.ts";

const STATE = "state";
const FORMAT = "format";
/** Increase it when older versions cannot read the documents of this one. */
const VERSION = 1;
/** Document of version 0.2 in a hosted project. A project of the older site has neither document. */
const OF_VERSION_0_2 = "accounts";

/** @returns one line on why this version cannot read the documents; null if it can */
export async function formatProblem(documents: Documents): Promise<string | null> {
  const format = await documents.get(STATE, FORMAT);
  const version = Number(format?.content.version ?? VERSION);
  if (version > VERSION)
    return `A newer version of this site wrote its documents (format ${version}): start that version.`;
  if (format || !(await documents.get(STATE, OF_VERSION_0_2))) return null;
  return "Version 0.2 of this site wrote its documents, which this version does not read: start that version, or take another place.";
}

/** Writes the format version. Idempotent. */
export const recordFormat = (documents: Documents): Promise<void> =>
  documents.transaction(async (transaction) => {
    if (!(await transaction.get(STATE, FORMAT))) transaction.create(STATE, FORMAT, { version: VERSION });
  });

/** Repeats a transaction on up to `size` documents until none are left. @returns how many it found in total */
export async function inBatches(size: number, transaction: () => Promise<number>): Promise<number> {
  for (let total = 0; ; ) {
    const count = await transaction();
    total += count;
    if (count < size) return total;
  }
}
