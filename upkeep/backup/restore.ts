/**
 * Puts a backup back. Everything is unpacked and verified beside the data first; one rename then decides that it is
 * the new state, and from there on whoever opens the folder finishes the move. A data folder is often a mounted
 * volume, which cannot be renamed itself, so the move happens inside it.
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
import { RefusedBackup, unpack, writeFileDurably } from "./unpack.ts";

/** Holds what is being unpacked: nothing yet. */
const UNDER_WAY = "restauration-en-cours";
/** Holds what was verified: the state of the site from the moment this name exists. */
const READY = "restauration-prete";
/** In `READY`: the name of the folder that the previous state goes to. */
const ASIDE_NOTE = "ancien-etat";
const ASIDE = /^avant-restauration-[\dTZ-]+$/;

/** What the site is while it runs, as a lock (`lockFolder`). */
export const SITE_LOCK = "verrou";

/** Moved in this order. The database's own log goes with it. */
const MOVED = ["site.db-wal", "site.db-shm", "site.db", "images", "outbox", "secret"];
const RESERVE = 16 * 1024 * 1024;

export type RestoreReport = {
  /** When the backup was made. */
  readonly madeAt: Date;
  readonly files: number;
  /** Pictures' files that were lost before the backup was made. */
  readonly missing: readonly string[];
  /** Where the previous state lies now; null when there was none. */
  readonly previous: string | null;
};

/**
 * Replaces what is in a data folder by a backup. A crash leaves the old state or the new one.
 * @param file as `makeBackup` wrote it
 * @param dataDir made when it is missing; the backups in it stay
 * @param migrations the folder of this version's migrations
 * @throws with one line, and nothing is touched, when a site runs on the folder, or when the backup is damaged, cut
 * short, newer than this code or no backup at all
 */
export function restoreBackup({
  file,
  dataDir,
  migrations,
}: {
  file: string;
  dataDir: string;
  migrations: string;
}): RestoreReport {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) throw new RefusedBackup(`There is no file ${file}.`);
  const unlock = lockFolder(dataDir, SITE_LOCK);
  if (!unlock) throw new RefusedBackup(`A site is running on ${dataDir}: stop it first. Nothing was changed.`);
  const underWay = join(dataDir, UNDER_WAY);
  try {
    finishRestore(dataDir);
    rmSync(underWay, { recursive: true, force: true });
    checkRoom(dataDir, file);
    const { manifest, files } = unpack({ file, folder: underWay, migrations });
    writeFileDurably(join(underWay, ASIDE_NOTE), Buffer.from(freeAsideName(dataDir, "avant-restauration")));
    syncFolderSync(underWay);
    renameSync(underWay, join(dataDir, READY));
    syncFolderSync(dataDir);
    return { madeAt: new Date(manifest.made), files, missing: manifest.missing, previous: finishRestore(dataDir) };
  } finally {
    rmSync(underWay, { recursive: true, force: true });
    unlock();
  }
}

/** Two of the same second have two previous states. */
function freeAsideName(dataDir: string, before: string): string {
  const name = `${before}-${new Date().toISOString().slice(0, 19).replaceAll(":", "")}Z`;
  for (let n = 1; ; n++) {
    const candidate = n === 1 ? name : `${name}-${n}`;
    if (!existsSync(join(dataDir, candidate))) return candidate;
  }
}

/** @returns whether a restore was decided and its move is not over; the folder is of no use before `finishRestore` */
export const isRestoreUnfinished = (dataDir: string): boolean => existsSync(join(dataDir, READY));

/**
 * Ends the move of a restore that a crash interrupted; does nothing otherwise. Whoever calls it has the site's lock.
 * @returns where the previous state lies; null when there was none, or nothing to end
 */
export function finishRestore(dataDir: string): string | null {
  const ready = join(dataDir, READY);
  if (!existsSync(ready)) return null;
  // Without its note the move is over, and only the empty folder is left.
  const name = existsSync(join(ready, ASIDE_NOTE)) ? readFileSync(join(ready, ASIDE_NOTE), "utf8") : null;
  if (name === null) return removeFolder(ready, dataDir);
  if (!ASIDE.test(name)) throw new Error(`${join(ready, ASIDE_NOTE)} is damaged.`);
  const aside = join(dataDir, name);
  mkdirSync(aside, { recursive: true, mode: 0o700 });
  for (const name of MOVED) {
    const next = join(ready, name.startsWith("site.db") ? "site.db" : name);
    const here = join(dataDir, name);
    // As long as the new one waits, what is here is the old one.
    if (!existsSync(next)) continue;
    if (existsSync(here)) renameSync(here, join(aside, name));
    syncFolderSync(aside);
    if (next === join(ready, name)) renameSync(next, here);
    syncFolderSync(dataDir);
  }
  const previous = readdirSync(aside).length > 0 ? aside : null;
  if (!previous) rmdirSync(aside);
  rmSync(join(ready, ASIDE_NOTE));
  removeFolder(ready, dataDir);
  return previous;
}

/**
 * Moves what is left of a site that has lost its database into a folder of its own, as a restore does. Whoever calls it
 * has the site's lock.
 * @returns that folder
 */
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
