import { linkSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { LOCK_TIMEOUT_MS } from "#adapters/sqlite/write-lock.ts";
import { dataPaths } from "#upkeep/private-folder.ts";

/** Lock files are not copied. `VACUUM INTO` copies the database. */
const EXCLUDED = /^(?:site\.db|verrou)/;
/** Longest wait until mails in progress are sent. Otherwise, the site on the copy would send these mails again. */
const MAIL_MS = 15_000;
const CLAIMED = `SELECT 1 FROM documents WHERE collection = 'mails' AND content ->> 'claim' IS NOT NULL
  AND coalesce(content ->> 'dueFirst', content ->> 'dueAt') > $now LIMIT 1`;

/** Blocks writes until the returned connection is closed. The site answers forms with 503. */
export async function lockWrites(dataDir: string): Promise<DatabaseSync> {
  const db = new DatabaseSync(dataPaths(dataDir).database, { timeout: LOCK_TIMEOUT_MS });
  for (const end = Date.now() + MAIL_MS; ; await pause(100)) {
    db.exec("BEGIN IMMEDIATE");
    if (Date.now() > end || !db.prepare(CLAIMED).get({ $now: new Date().toISOString() })) return db;
    db.exec("ROLLBACK");
  }
}

/** Hard links are enough, because the site replaces files and never modifies them. */
function linkFolder(from: string, to: string, names: readonly string[]): void {
  mkdirSync(to, { mode: 0o700 });
  for (const name of names) {
    const [source, target] = [join(from, name), join(to, name)];
    if (statSync(source, { throwIfNoEntry: false })?.isDirectory()) linkFolder(source, target, readdirSync(source));
    else linkExisting(source, target);
  }
}

function linkExisting(source: string, target: string): void {
  try {
    linkSync(source, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}

export function copyData(from: string, to: string): void {
  process.umask(0o077);
  rmSync(to, { recursive: true, force: true });
  const names = readdirSync(from).filter((name) => !EXCLUDED.test(name));
  linkFolder(from, to, names);
  const db = new DatabaseSync(dataPaths(from).database, { timeout: LOCK_TIMEOUT_MS });
  db.prepare("VACUUM INTO $file").run({ $file: dataPaths(to).database });
  db.close();
}
