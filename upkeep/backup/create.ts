import { mkdirSync, readdirSync, renameSync, statfsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { isBlankDatabase, throwIfMigratedByOtherVersion } from "#adapters/sqlite/database.ts";
import { dataFolderPaths } from "#upkeep/private-folder.ts";
import { lockFolder } from "../folder-lock.ts";
import { writeSiteMarker } from "../lost-database.ts";
import { syncFolder } from "../sync-folder.ts";
import { addBackupChecksum } from "./checksum.ts";
import { copyDatabase, removeDatabase } from "./copy-database.ts";
import { isBackupName } from "./names.ts";
import { isRestoreUnfinished } from "./restore.ts";

const UNFINISHED = ".partiel";
const RESERVE = 32 * 1024 * 1024;

export type BackupReport = {
  readonly file: string;
  readonly madeAt: Date;
  /** Files of pictures in the backup. */
  readonly files: number;
  readonly bytes: number;
};

type Options = { dataDir: string; file: string; fileIfEmpty?: string; waitMs?: number; isStopped?: boolean };

/**
 * Makes a backup, also while the site runs. Blocks the thread, so a running site calls this function in a worker.
 * `fileIfEmpty`: file name for a site without content. `waitMs`: how long to wait for another backup. `isStopped`: as
 * in `copyDatabase`.
 * @throws one line for the user
 */
export async function makeBackup({
  dataDir,
  file,
  fileIfEmpty = file,
  waitMs = 0,
  isStopped,
}: Options): Promise<BackupReport> {
  const database = readyDatabase(dataDir);
  const unlock = lockFolder(dataDir, "verrou-sauvegarde", waitMs);
  if (!unlock) throw new Error(`Another backup of ${dataDir} is being made.`);
  const unfinished = file + UNFINISHED;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    deleteUnfinishedBackup(file);
    dropAbandoned(dirname(file));
    checkRoom(dirname(file), database);
    const madeAt = new Date();
    await copyDatabase(database, unfinished, isStopped);
    const { files, isEmpty } = describeContent(unfinished);
    const bytes = addBackupChecksum(unfinished, madeAt);
    const named = isEmpty ? fileIfEmpty : file;
    renameSync(unfinished, named);
    syncFolder(dirname(file));
    return { file: named, madeAt, files, bytes };
  } finally {
    deleteUnfinishedBackup(file);
    unlock();
  }
}

/**
 * Makes a data folder with a copy of a site, also while the site runs. The folder must not exist. Saved mail is not
 * copied. Blocks the thread like `makeBackup`.
 * @throws one line for the user
 */
export async function copySiteData(dataDir: string, target: string): Promise<void> {
  const database = readyDatabase(dataDir);
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
  checkRoom(dirname(target), database);
  mkdirSync(target, { mode: 0o700 });
  await copyDatabase(database, dataFolderPaths(target).database);
  writeSiteMarker(target);
}

function readyDatabase(dataDir: string): string {
  const { database } = dataFolderPaths(dataDir);
  if (isRestoreUnfinished(dataDir))
    throw new Error(`A restore of ${dataDir} was interrupted: start the site, which finishes it, then back it up.`);
  if (isBlankDatabase(database)) throw new Error(`There is no site in ${dataDir} to back up.`);
  throwIfMigratedByOtherVersion(database);
  return database;
}

/** Deletes the temporary files of a backup that has ended. */
export const deleteUnfinishedBackup = (file: string): void => removeDatabase(file + UNFINISHED);

/** The caller has the lock for backups, so no other backup is running: all unfinished files are abandoned. */
function dropAbandoned(folder: string): void {
  for (const name of readdirSync(folder)) {
    const [backup = ""] = name.split(UNFINISHED, 1);
    if (name.includes(UNFINISHED) && isBackupName(backup)) deleteUnfinishedBackup(join(folder, backup));
  }
}

function checkRoom(folder: string, database: string): void {
  const { bavail, bsize } = statfsSync(folder);
  const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  const needed = sizeOf(database) + sizeOf(`${database}-wal`) + RESERVE;
  const megabytes = (bytes: number) => Math.ceil(bytes / 1024 / 1024);
  if (bavail * bsize < needed)
    throw new Error(
      `Not enough room in ${folder} for a backup: ${megabytes(needed)} MB needed, ${megabytes(bavail * bsize)} MB free.`,
    );
}

const WITH_CONTENT = `SELECT EXISTS (
  SELECT 1 FROM documents
   WHERE collection IN ('membres', 'evenements', 'inbox', 'pictures', 'texts')
      OR (collection = 'journal' AND json_extract(content, '$.orderBin') IS NOT NULL)
) AS found`;

function describeContent(copy: string): { files: number; isEmpty: boolean } {
  const db = new DatabaseSync(copy, { readOnly: true });
  try {
    const files = Number(db.prepare("SELECT count(*) AS number FROM files").get()?.number);
    return { files, isEmpty: db.prepare(WITH_CONTENT).get()?.found === 0 };
  } finally {
    db.close();
  }
}
