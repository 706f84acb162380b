/** An empty database with the tables of this version. Created once per process, because migrations wait for the disk. */
import { copyFileSync, existsSync, mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { openDatabase } from "#adapters/sqlite/database.ts";

let made: string | undefined;

function make(): string {
  const file = join(mkdtempSync(join(tmpdir(), "jeunesse-migrated-")), "site.db");
  openDatabase(file).close();
  return file;
}

/** Copies the empty database to `file`, unless that file exists. */
export function placeMigrated(file: string): void {
  if (existsSync(file)) return;
  made ??= make();
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  copyFileSync(made, file);
}
