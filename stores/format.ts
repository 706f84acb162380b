import { FORMATS } from "#domain/format.ts";
import type { Documents } from "#ports/documents.ts";
import { STATE } from "./site-state.ts";

const FORMAT = "format";

/** @throws one line if this version cannot read the documents */
export async function checkFormat(documents: Documents, formats = FORMATS): Promise<void> {
  const problem = await schemaProblem(documents, formats);
  if (problem) throw new Error(problem);
}

/** @returns one line with the reason if this version cannot read the documents; null if it can */
export async function schemaProblem(documents: Documents, { oldest, newest } = FORMATS): Promise<string | null> {
  const format = await documents.get(STATE, FORMAT);
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
