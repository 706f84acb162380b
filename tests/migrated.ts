/**
 * A database with the tables of this version and nothing in them. It is made once for a process: the numbered steps
 * from an empty file wait for the disk again and again, and few tests are about them.
 */
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { openDatabase } from "#adapters/sqlite/database.ts";

let made: string | undefined;

function make(): string {
  const folder = mkdtempSync(join(tmpdir(), "jeunesse-migrated-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "site.db");
  openDatabase(file).close();
  return file;
}

/** @param file where a database is going to be opened; one that is there stays as it is */
export function placeMigrated(file: string): void {
  if (existsSync(file)) return;
  made ??= make();
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  copyFileSync(made, file);
}
