/** The files in a site's database, read beside the site. */
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** @returns the bytes of all files of a data folder, by name */
export function storedFiles(dataDir: string): Map<string, Uint8Array> {
  const db = new DatabaseSync(join(dataDir, "site.db"), { readOnly: true });
  try {
    const rows = db.prepare("SELECT name, bytes FROM files ORDER BY name").all();
    return new Map(rows.map(({ name, bytes }) => [String(name), bytes as Uint8Array]));
  } finally {
    db.close();
  }
}
