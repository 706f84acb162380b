import { DatabaseSync } from "node:sqlite";

/** Mailings whose e-mails were not all queued, or wait in the queue. */
const LEAVING = `collection = 'mailings' AND content ->> 'stoppedAt' IS NULL AND (content ->> 'toQueue' <> ''
  OR id IN (SELECT content ->> 'topic' FROM documents WHERE collection = 'mails' AND content ->> 'kind' = 'mailing'))`;

/**
 * Stops the mailings whose e-mails were leaving when a backup was made: whoever got one since would get it again. The
 * committee sees that they are stopped, and resumes them. The site drops the letters that wait.
 * @param database inspected copy of the backup @returns number of mailings
 */
export function stopRestoredMailings(database: string, at: Date): number {
  const db = new DatabaseSync(database);
  try {
    const stop = `UPDATE documents SET content = json_set(content, '$.stoppedAt', ?, '$.toQueue', '') WHERE ${LEAVING}`;
    return Number(db.prepare(stop).run(at.toISOString()).changes);
  } finally {
    db.close();
  }
}
