import { DatabaseSync } from "node:sqlite";
import { dataFolderPaths } from "#upkeep/private-folder.ts";

/** Collections with the site's own state, such as the count of the health check. */
const NOTES = "state";

/**
 * Compares the documents of a data folder with those of a backup of it, also while the site runs.
 * @returns the number of documents that were added, changed or deleted since, by collection
 */
export function countChangesSinceBackup(dataDir: string, backup: string): ReadonlyMap<string, number> {
  const db = new DatabaseSync(dataFolderPaths(dataDir).database, { readOnly: true });
  try {
    db.prepare("ATTACH $backup AS backup").run({ $backup: backup });
    const rows = db.prepare(
      `SELECT collection, count(*) AS number
         FROM main.documents AS now FULL JOIN backup.documents AS before USING (collection, id)
        WHERE now.version IS NOT before.version AND collection <> $notes GROUP BY collection ORDER BY collection`,
    );
    return new Map(rows.all({ $notes: NOTES }).map(({ collection, number }) => [String(collection), Number(number)]));
  } finally {
    db.close();
  }
}
