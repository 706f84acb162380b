import { copyFileSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { onTestFinished } from "vitest";
import { migrate } from "#adapters/embedded/migrate.ts";

const MIGRATIONS = join(import.meta.dirname, "../../../adapters/embedded/migrations");

/**
 * A database as an earlier version left it; it goes away when the test ends.
 * @param number of the first migration that this version did not know, as in `0007`
 * @returns the database, and what brings it to today's version
 */
export function olderDatabase(number: string): { db: DatabaseSync; upgrade: () => void } {
  const before = mkdtempSync(join(tmpdir(), "jeunesse-migrations-"));
  const db = new DatabaseSync(":memory:");
  onTestFinished(() => {
    db.close();
    rmSync(before, { recursive: true });
  });
  for (const name of readdirSync(MIGRATIONS).filter((one) => one < number))
    copyFileSync(join(MIGRATIONS, name), join(before, name));
  migrate(db, before);
  return { db, upgrade: () => migrate(db, MIGRATIONS) };
}
