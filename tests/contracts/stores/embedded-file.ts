import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { onTestFinished } from "vitest";
import { openDatabase } from "#adapters/sqlite/database.ts";
import { placeMigrated } from "#tests/migrated.ts";

/**
 * A database file in a folder of its own. Folder and handles go away when the test ends.
 * @returns its path, and `open`, which gives another handle on it, as another process would have
 */
export function embeddedFile(): { file: string; open: () => DatabaseSync } {
  const folder = mkdtempSync(join(tmpdir(), "jeunesse-"));
  const file = join(folder, "data", "site.db");
  const handles: DatabaseSync[] = [];
  onTestFinished(() => {
    for (const db of handles) if (db.isOpen) db.close();
    rmSync(folder, { recursive: true });
  });
  return {
    file,
    open: () => {
      placeMigrated(file);
      const db = openDatabase(file);
      handles.push(db);
      return db;
    },
  };
}
