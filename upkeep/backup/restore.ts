/**
 * The rename of the unpacked folder commits a restore. After the rename, the files are moved into place. The next start
 * finishes an interrupted move. All renames stay inside the data folder, because this folder may be a mounted volume.
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

const UNDER_WAY = "restauration-en-cours";
/** Folder with the verified backup. If the folder exists, the restore is committed. */
const READY = "restauration-prete";
/** File in `READY`. Content: the name of the folder for the previous state of the site. */
const ASIDE_NOTE = "ancien-etat";
const ASIDE = /^avant-restauration-[\dTZ-]+$/;

export const SITE_LOCK = "verrou";

/** In this order: the former write-ahead log must never lie beside the restored database. */
const MOVED = ["site.db-wal", "site.db-shm", "site.db", "images", "outbox", "secret"];
const RESERVE = 16 * 1024 * 1024;

export type RestoreReport = {
  readonly madeAt: Date;
  readonly files: number;
  readonly missing: readonly string[];
  /** Folder with the previous state of the site. Null if the data folder had no site. */
  readonly previous: string | null;
};

type Options = { file: string; dataDir: string; migrations: string };

/**
 * Keeps all backups. After a crash, either the old or the new data is complete.
 * @throws one line if a site is running or the backup is refused; nothing has changed then
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

/** Several restores may happen within a second, so the name may be taken. */
function freeAsideName(dataDir: string, before: string): string {
  const name = `${before}-${new Date().toISOString().slice(0, 19).replaceAll(":", "")}Z`;
  for (let n = 1; ; n++) {
    const candidate = n === 1 ? name : `${name}-${n}`;
    if (!existsSync(join(dataDir, candidate))) return candidate;
  }
}

export const isRestoreUnfinished = (dataDir: string): boolean => existsSync(join(dataDir, READY));

/** The caller must have locked the folder. @returns the folder with the previous data; null if no data was replaced */
export function finishRestore(dataDir: string): string | null {
  const ready = join(dataDir, READY);
  if (!existsSync(ready)) return null;
  // If `ASIDE_NOTE` is missing, all files are in place, and only the folder must be deleted.
  const name = existsSync(join(ready, ASIDE_NOTE)) ? readFileSync(join(ready, ASIDE_NOTE), "utf8") : null;
  if (name === null) return removeFolder(ready, dataDir);
  if (!ASIDE.test(name)) throw new Error(`${join(ready, ASIDE_NOTE)} is damaged.`);
  const aside = join(dataDir, name);
  mkdirSync(aside, { recursive: true, mode: 0o700 });
  for (const name of MOVED) {
    const next = join(ready, name.startsWith("site.db") ? "site.db" : name);
    const current = join(dataDir, name);
    // A file that is missing in `READY` is already in place.
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

/** The caller must have locked the folder. */
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
