import type { Documents } from "#ports/documents.ts";

const STATE = "state";
/** The document that names the format of all others, in `version`. */
const FORMAT = "format";
/** Grows when an older version could no longer work on what this one writes. */
const VERSION = 1;
/** Where version 0.2 kept its accounts in a hosted project. An older site's project has neither. */
const OF_VERSION_0_2 = "accounts";

/** @returns in one line why this version cannot work on the documents; null when it can, also where there are none */
export async function formatProblem(documents: Documents): Promise<string | null> {
  const format = await documents.get(STATE, FORMAT);
  const version = Number(format?.content.version ?? VERSION);
  if (version > VERSION)
    return `A newer version of this site wrote its documents (format ${version}): start that version.`;
  if (format || !(await documents.get(STATE, OF_VERSION_0_2))) return null;
  return "Version 0.2 of this site wrote its documents, which this version does not read: start that version, or take another place.";
}

/** Names the format of documents that have no problem. */
export const noteFormat = (documents: Documents): Promise<void> =>
  documents.transaction(async (transaction) => {
    if (!(await transaction.get(STATE, FORMAT))) transaction.create(STATE, FORMAT, { version: VERSION });
  });
