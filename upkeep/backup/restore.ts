/**
 * Three steps: unpack and verify the backup in a subfolder; commit by renaming that folder; move its files into place.
 * The next start finishes an interrupted move. Renames stay in the data folder, because it is often a mounted volume.
 */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statfsSync,
  statSync,
} from "node:fs";
import { join } from "node:path";
import { syncFolderSync } from "#adapters/disk/durable-files.ts";
import { lockFolder } from "../folder-lock.ts";
import { RefusedBackup, unpackBackup, writeFileDurably } from "./unpack.ts";

/** Folder into which a backup is being unpacked; not committed. */
const UNDER_WAY = "restauration-en-cours";
/** Folder with the unpacked backup after its verification. If it exists, the restore is committed. */
const READY = "restauration-prete";
/** File in `READY`. It contains the name of the folder (`ASIDE`) for the previous state of the site. */
const ASIDE_NOTE = "ancien-etat";
const ASIDE = /^avant-restauration-[\dTZ-]+$/;

/** Name of the lock file of a running site (`lockFolder`). */
export const SITE_LOCK = "verrou";

/** Files and folders to move, in this order: the write-ahead log of the database first. */
const MOVED = ["site.db-wal", "site.db-shm", "site.db", "images", "outbox", "secret"];
const RESERVE = 16 * 1024 * 1024;

export type RestoreReport = {
  readonly madeAt: Date;
  readonly files: number;
  readonly missing: readonly string[];
  /** Folder with the previous state of the site; null if there was none. */
  readonly previous: string | null;
};

type Options = { file: string; dataDir: string; migrations: string };

/**
 * Replaces the data of a site by a backup, but keeps all backups. After a crash, the old or the new state is complete.
 * @throws one line, without a change: a site is running, or the backup is damaged, newer or of another application
 */
export function restoreBackup({ file, dataDir, migrations }: Options): RestoreReport {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) throw new RefusedBackup(`There is no file ${file}.`);
  const unlock = lockFolder(dataDir, SITE_LOCK);
  if (!unlock) throw new RefusedBackup(`A site is running on ${dataDir}: stop it first. Nothing was changed.`);
  const unpacking = join(dataDir, UNDER_WAY);
  try {
    finishRestore(dataDir);
    rmSync(unpacking, { recursive: true, force: true });
    checkRoom(dataDir, file);
    const { manifest, files } = unpackBackup({ file, folder: unpacking, migrations });
    writeFileDurably(join(unpacking, ASIDE_NOTE), Buffer.from(freeAsideName(dataDir, "avant-restauration")));
    syncFolderSync(unpacking);
    renameSync(unpacking, join(dataDir, READY));
    syncFolderSync(dataDir);
    return { madeAt: new Date(manifest.made), files, missing: manifest.missing, previous: finishRestore(dataDir) };
  } finally {
    rmSync(unpacking, { recursive: true, force: true });
    unlock();
  }
}

/** @returns an unused folder name, because several restores may happen within a second */
function freeAsideName(dataDir: string, before: string): string {
  const name = `${before}-${new Date().toISOString().slice(0, 19).replaceAll(":", "")}Z`;
  for (let n = 1; ; n++) {
    const candidate = n === 1 ? name : `${name}-${n}`;
    if (!existsSync(join(dataDir, candidate))) return candidate;
  }
}

/** Whether `finishRestore` must run before the folder is used. */
export const isRestoreUnfinished = (dataDir: string): boolean => existsSync(join(dataDir, READY));

/** Finishes a committed restore. The caller has the site's lock. Returns the folder of the previous state, or null. */
export function finishRestore(dataDir: string): string | null {
  const ready = join(dataDir, READY);
  if (!existsSync(ready)) return null;
  // Without the note, all files have been moved, and only the folder remains to delete.
  const name = existsSync(join(ready, ASIDE_NOTE)) ? readFileSync(join(ready, ASIDE_NOTE), "utf8") : null;
  if (name === null) return removeFolder(ready, dataDir);
  if (!ASIDE.test(name)) throw new Error(`${join(ready, ASIDE_NOTE)} is damaged.`);
  const aside = join(dataDir, name);
  mkdirSync(aside, { recursive: true, mode: 0o700 });
  for (const name of MOVED) {
    const next = join(ready, name.startsWith("site.db") ? "site.db" : name);
    const current = join(dataDir, name);
    // If the restored file has not been moved yet, the file in its place belongs to the previous state.
    if (!existsSync(next)) continue;
    if (existsSync(current)) renameSync(current, join(aside, name));
    syncFolderSync(aside);
    if (next === join(ready, name)) renameSync(next, current);
    syncFolderSync(dataDir);
  }
  const previous = readdirSync(aside).length > 0 ? aside : null;
  if (!previous) rmdirSync(aside);
  rmSync(join(ready, ASIDE_NOTE));
  removeFolder(ready, dataDir);
  return previous;
}

/** Moves the files of a site whose database is lost into another folder. The caller has the site's lock. */
export function setAside(dataDir: string): string {
  const aside = join(dataDir, freeAsideName(dataDir, "avant-nouveau"));
  mkdirSync(aside, { mode: 0o700 });
  for (const name of MOVED) if (existsSync(join(dataDir, name))) renameSync(join(dataDir, name), join(aside, name));
  syncFolderSync(aside);
  syncFolderSync(dataDir);
  return aside;
}

function removeFolder(folder: string, parent: string): null {
  rmSync(folder, { recursive: true, force: true });
  syncFolderSync(parent);
  return null;
}

function checkRoom(dataDir: string, file: string): void {
  const { bavail, bsize } = statfsSync(dataDir);
  const needed = statSync(file).size + RESERVE;
  if (bavail * bsize < needed)
    throw new RefusedBackup(`Not enough room in ${dataDir} to restore beside what is there. Nothing was changed.`);
}
