import { closeSync, fdatasyncSync, openSync, rmSync } from "node:fs";
import { backup, DatabaseSync } from "node:sqlite";

/** Pages per step: 1 MB. */
const STEP = 256;
/** Pause after each step. Without it, commits of the site would wait for the disk to write the copy. */
const REST_MS = 5;
const BUSY_TIMEOUT_MS = 5000;

/** SQLite's files beside a database that is open or was not closed. */
export const SQLITE_SIDE_FILES = ["-wal", "-shm", "-journal"];

/**
 * Copies a database that may be in use, as it is when the copy begins, to a new file of mode 600. The copy is durable
 * and checked. Pauses block the thread: call it in a worker while visitors wait.
 * @param isStopped whether no site runs on the database: then the copy makes no pauses and takes a third of the time
 * @throws one line if the database is damaged
 */
export async function copyDatabase(from: string, to: string, isStopped = false): Promise<void> {
  const source = new DatabaseSync(from, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
  const target = openSync(to, "wx", 0o600);
  try {
    // An open transaction pins the snapshot. Otherwise, each write of the site would restart the copy.
    source.exec("BEGIN");
    source.prepare("SELECT 1 FROM sqlite_schema").get();
    await backup(source, to, {
      rate: STEP,
      progress() {
        if (isStopped) return;
        fdatasyncSync(target);
        rest();
      },
    });
  } finally {
    closeSync(target);
    source.close();
  }
  check(to, from);
}

const clock = new Int32Array(new SharedArrayBuffer(4));

const rest = () => void Atomics.wait(clock, 0, 0, REST_MS);

/** In journal mode DELETE, the copy is one file. A damaged database must not replace good backups. */
function check(copy: string, from: string): void {
  let found: unknown;
  const db = new DatabaseSync(copy);
  try {
    db.exec("PRAGMA journal_mode = DELETE");
    found = db.prepare("PRAGMA integrity_check(1)").get()?.integrity_check;
  } catch (error) {
    found = (error as Error).message;
  } finally {
    db.close();
  }
  if (found !== "ok") throw new Error(`The database ${from} is damaged and was not copied: ${found}`);
}

export function removeDatabase(file: string): void {
  for (const suffix of ["", ...SQLITE_SIDE_FILES]) rmSync(file + suffix, { force: true });
}
