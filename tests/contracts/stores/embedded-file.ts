import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { onTestFinished } from "vitest";
import { openDatabase } from "#adapters/sqlite/database.ts";
import { placeMigrated } from "#tests/migrated.ts";

/** Calls its parameter at the end of the test, or of the file: `onTestFinished` or `afterAll`. */
export type AtEnd = (close: () => void | Promise<void>) => void;

/**
 * A database file in a temporary folder. The end of the test, or of the file, closes its handles and deletes the folder.
 * @returns its path, and `open`, which opens another handle, as another process would
 */
export function embeddedFile(atEnd: AtEnd = onTestFinished): { file: string; open: () => DatabaseSync } {
  const folder = mkdtempSync(join(tmpdir(), "jeunesse-"));
  const file = join(folder, "data", "site.db");
  const handles: DatabaseSync[] = [];
  atEnd(() => {
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
