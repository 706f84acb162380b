/**
 * A verified copy of the backup is renamed to `READY` beside the database: this commits the restore. Then the former
 * database moves aside and the copy takes its place. The next start finishes an interrupted restore. All renames stay
 * inside the data folder, because this folder may be a mounted volume.
 */
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  statfsSync,
  statSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { dataFolderPaths } from "#upkeep/private-folder.ts";
import { lockFolder } from "../folder-lock.ts";
import { syncFolder } from "../sync-folder.ts";
import { readBackup } from "./checksum.ts";
import { removeDatabase, SQLITE_SIDE_FILES } from "./copy-database.ts";
import { inspectBackup } from "./inspect.ts";
import { stopRestoredMailings } from "./stop-restored-mailings.ts";

const COPYING = "restauration-en-cours.db";
/** The verified copy. If the file exists, the restore is committed. */
const READY = "restauration-prete.db";

export const SITE_LOCK_FILE = "verrou";

/** In this order: SQLite would apply a log of the former database to the restored one. */
const DATABASE = [...SQLITE_SIDE_FILES, ""].map((suffix) => `site.db${suffix}`);
const RESERVE = 16 * 1024 * 1024;

export type RestoreReport = {
  readonly madeAt: Date;
  /** Files of pictures. */
  readonly files: number;
  /** Folder with the previous database of the site. Null if the data folder had no site. */
  readonly previous: string | null;
  /** Mailings that were leaving, and are stopped now. */
  readonly stopped: number;
};

type Options = { file: string; dataDir: string; migrations: string };

/**
 * Replaces the database. Saved mail and backups stay. After a crash, either the old or the new data is complete.
 * @throws one line if a site is running or the backup is refused; nothing has changed then
 */
export function restoreBackup({ file, dataDir, migrations }: Options): RestoreReport {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) throw new Error(`There is no file ${file}.`);
  const unlock = lockFolder(dataDir, SITE_LOCK_FILE);
  if (!unlock) throw new Error(`A site is running on ${dataDir}: stop it first. Nothing was changed.`);
  const copy = join(dataDir, COPYING);
  try {
    finishRestore(dataDir);
    removeDatabase(copy);
    checkRoom(dataDir, file);
    const madeAt = copyPages(file, copy);
    const { files } = inspectBackup(copy, file, migrations);
    const stopped = stopRestoredMailings(copy, new Date());
    renameSync(copy, join(dataDir, READY));
    syncFolder(dataDir);
    return { madeAt, files, previous: finishRestore(dataDir), stopped };
  } finally {
    removeDatabase(copy);
    unlock();
  }
}

function checkRoom(dataDir: string, file: string): void {
  const { bavail, bsize } = statfsSync(dataDir);
  const needed = statSync(file).size + RESERVE;
  if (bavail * bsize < needed)
    throw new Error(`Not enough room in ${dataDir} to restore beside what is there. Nothing was changed.`);
}

/** Durable. @returns the time when the backup was made */
function copyPages(backup: string, copy: string): Date {
  const fd = openSync(copy, "wx", 0o600);
  try {
    const madeAt = readBackup(backup, (pages) => {
      for (let start = 0; start < pages.length; ) start += writeSync(fd, pages, start);
    });
    fsyncSync(fd);
    return madeAt;
  } finally {
    closeSync(fd);
  }
}

export const isRestoreUnfinished = (dataDir: string): boolean => existsSync(join(dataDir, READY));

/** The caller must have locked the folder. @returns the folder with the previous data; null if no data was replaced */
export function finishRestore(dataDir: string): string | null {
  const ready = join(dataDir, READY);
  if (!existsSync(ready)) return null;
  // The name depends on the copy alone, so that an interrupted restore continues with the same folder.
  const previous = moveAside(dataDir, "avant-restauration", statSync(ready).mtime, DATABASE);
  renameSync(ready, dataFolderPaths(dataDir).database);
  syncFolder(dataDir);
  return previous;
}

/** If the database is lost: moves the other files of the site aside. The caller must have locked the folder. */
export const setAsideLostSite = (dataDir: string): string | null =>
  moveAside(dataDir, "avant-nouveau", new Date(), [...DATABASE, "outbox", "site"]);

/** @returns the folder; null if none of the files exists */
function moveAside(dataDir: string, before: string, at: Date, names: readonly string[]): string | null {
  const existing = names.filter((name) => existsSync(join(dataDir, name)));
  if (existing.length === 0) return null;
  const folder = folderWithout(
    existing,
    join(dataDir, `${before}-${at.toISOString().slice(0, 19).replaceAll(":", "")}Z`),
  );
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of existing) {
    renameSync(join(dataDir, name), join(folder, name));
    syncFolder(folder);
    syncFolder(dataDir);
  }
  return folder;
}

/** Several restores may happen within a second. */
function folderWithout(names: readonly string[], path: string): string {
  for (let n = 1; ; n++) {
    const folder = n === 1 ? path : `${path}-${n}`;
    if (!names.some((name) => existsSync(join(folder, name)))) return folder;
  }
}
