import { DOCUMENT_FORMAT_RANGE } from "#domain/format.ts";
import type { Documents } from "#ports/documents.ts";
import { STATE_COLLECTION } from "./site-state.ts";

const FORMAT = "format";

/** @throws one line if this version cannot read the documents */
export async function checkDocumentFormat(documents: Documents, formats = DOCUMENT_FORMAT_RANGE): Promise<void> {
  const problem = await documentFormatProblem(documents, formats);
  if (problem) throw new Error(problem);
}

/** @returns one line with the reason if this version cannot read the documents; null if it can */
export async function documentFormatProblem(
  documents: Documents,
  { oldest, newest } = DOCUMENT_FORMAT_RANGE,
): Promise<string | null> {
  const format = await documents.get(STATE_COLLECTION, FORMAT);
  const version = Number(format?.content.version ?? newest);
  if (version > newest)
    return `A newer version of this site wrote its documents (format ${version}): start that version.`;
  if (version < oldest)
    return `An unreleased version of this site wrote its documents (format ${version}): start that version, or take another place.`;
  return null;
}

/**
 * Stores the newest format if none or an older one is stored, so that older versions of the site refuse the documents.
 * @param beforeRaise called before an older format is replaced. If it throws, nothing is stored.
 * @throws one line if this version cannot read the documents
 */
export async function recordDocumentFormat(
  documents: Documents,
  beforeRaise: () => void | Promise<void> = () => {},
  formats = DOCUMENT_FORMAT_RANGE,
): Promise<void> {
  await checkDocumentFormat(documents, formats);
  const stored = await documents.get(STATE_COLLECTION, FORMAT);
  if (stored && Number(stored.content.version) >= formats.newest) return;
  if (stored) await beforeRaise();
  await documents.transaction(async (transaction) => {
    await transaction.get(STATE_COLLECTION, FORMAT);
    transaction.put(STATE_COLLECTION, FORMAT, { version: formats.newest });
  });
}
