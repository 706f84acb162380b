/** Locks a data folder for the site. Commands lock the folder only to finish a restore or to migrate the tables. */
import { existsSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import { needsUpgrade, openDatabase, waitUntilUnlocked } from "#adapters/sqlite/database.ts";
import { makeBackup } from "#upkeep/backup/create.ts";
import { freeBackupFile } from "#upkeep/backup/nightly-backups.ts";
import { finishRestore, isRestoreUnfinished, SITE_LOCK, setAside } from "#upkeep/backup/restore.ts";
import { lockFolder } from "#upkeep/folder-lock.ts";
import { findLostDatabase } from "#upkeep/lost-database.ts";
import { dataPaths } from "#upkeep/private-folder.ts";
import type { Config } from "../config.ts";

type Folder = Pick<Config, "dataDir" | "backup"> & Partial<Pick<Config, "rehearsal">>;

/** An open database. Close it before you call `release`, which unlocks the folder. */
export type OpenFolder = { db: DatabaseSync; release: () => void };

export class FolderInUse extends Error {}

const POLL_MS = 100;
/** How long an upgrade waits for a running backup, in milliseconds. */
const BACKUP_WAIT_MS = 60_000;
/** How long a command waits for another command's migration, in milliseconds. */
const COMMAND_WAIT_MS = 2_000;

/** Locks the folder, finishes a restore and migrates. @throws a one-line error: in use, read-only or database lost */
export function openForSite(folder: Folder): OpenFolder {
  const { dataDir } = folder;
  rejectLostDatabase(folder);
  const release = lock(dataDir);
  if (!release) throw inUse(dataDir);
  try {
    return { db: openLocked(folder), release };
  } catch (error) {
    release();
    throw error;
  }
}

/** Throws a one-line error if the database is lost or the folder is read-only. Works while the folder is locked. */
export function checkFolder(folder: Folder): void {
  rejectLostDatabase(folder);
  lock(folder.dataDir)?.();
}

/** @returns whether a command can open the folder; false if a migration or a restore has to be done first */
export function isReady(dataDir: string): boolean {
  const { database } = dataPaths(dataDir);
  return existsSync(database) && !isRestoreUnfinished(dataDir) && !needsUpgrade(database);
}

/**
 * For `--new`: if the database is lost, moves the remaining files, except backups, to another folder and creates an
 * empty database. Does nothing with BACKEND=firebase. Throws a one-line error if the folder is in use or read-only.
 */
export function replaceLostDatabase({ backend, ...folder }: Folder & Pick<Config, "backend">): void {
  if (backend.by !== "embedded") return;
  const { dataDir } = folder;
  const release = lock(dataDir);
  if (!release) throw inUse(dataDir);
  try {
    finishRestore(dataDir);
    if (!lossProblem(folder)) return;
    const aside = setAside(dataDir);
    openDatabase(dataPaths(dataDir).database).close();
    process.stdout.write(`The files of the former site are in ${aside}.\n`);
  } finally {
    release();
  }
}

/** Waits until no process locks the folder. Does not lock it. Rejects when aborted, or if the folder is read-only. */
export async function waitForFolder(dataDir: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const release = lock(dataDir);
    if (release) return release();
    await setTimeout(POLL_MS, undefined, { signal });
  }
}

/** Opens the database, even while a site runs. If no site runs, first finishes a restore and migrates the tables. */
export function openForCommand(folder: Folder): OpenFolder {
  const { dataDir } = folder;
  rejectLostDatabase(folder);
  const { database } = dataPaths(dataDir);
  const rejectInUse = () => {
    throw new Error(
      `The data folder ${dataDir} has to be brought up to date for this version, and a site is running on it: stop the site first.`,
    );
  };
  const withoutLock = { release() {} };
  // Only finishing a restore or migrating the tables needs the lock.
  if (!isRestoreUnfinished(dataDir) && !needsUpgrade(database))
    return { db: openDatabase(database, rejectInUse), ...withoutLock };
  const release = lock(dataDir, COMMAND_WAIT_MS) ?? rejectInUse();
  try {
    return { db: openLocked(folder), ...withoutLock };
  } finally {
    release();
  }
}

const inUse = (dataDir: string) =>
  new FolderInUse(`Another site is already running on the data folder ${dataDir}, or it is being restored.`);

/** Throws if the database is lost: a new, empty database would hide the loss until all good backups are rotated out. */
function rejectLostDatabase(folder: Folder): void {
  const lost = lossProblem(folder);
  if (lost) throw new Error(lost);
}

/** A database that is missing during an interrupted restore is not lost: finishing the restore creates it. */
const lossProblem = ({ dataDir, backup }: Folder): string | null =>
  isRestoreUnfinished(dataDir) ? null : findLostDatabase({ dataDir, backupDir: backup.dir }, new Date());

function lock(dataDir: string, waitMs?: number): (() => void) | null {
  try {
    return lockFolder(dataDir, SITE_LOCK, waitMs);
  } catch (error) {
    throw new Error(`The data folder ${dataDir} cannot be written (${(error as Error).message}).`);
  }
}

function openLocked(folder: Folder): DatabaseSync {
  const { database } = dataPaths(folder.dataDir);
  finishRestore(folder.dataDir);
  rejectLostDatabase(folder);
  waitUntilUnlocked(database);
  return openDatabase(database, () => backUpBeforeUpgrade(folder));
}

function backUpBeforeUpgrade({ dataDir, backup, rehearsal }: Folder): void {
  if (rehearsal) return;
  try {
    makeBackup({ dataDir, file: freeBackupFile(backup.dir, new Date()), waitMs: BACKUP_WAIT_MS });
  } catch (error) {
    throw new Error(`Nothing was upgraded, because the backup before it failed: ${(error as Error).message}`);
  }
}
