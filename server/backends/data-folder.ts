/**
 * Who works on a data folder. A site has it for itself as long as it runs. A command works beside a site, and takes
 * the folder only for what no site may see happen: the end of an interrupted restore, and a change of the tables.
 */
import { existsSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import { needsUpgrade, openDatabase, waitUntilUnlocked } from "#adapters/sqlite/database.ts";
import { makeBackup } from "#upkeep/backup/create.ts";
import { freeBackupFile } from "#upkeep/backup/nightly-backups.ts";
import { finishRestore, isRestoreUnfinished, SITE_LOCK, setAside } from "#upkeep/backup/restore.ts";
import { dataPaths } from "#upkeep/data-folder.ts";
import { lockFolder } from "#upkeep/folder-lock.ts";
import { findLostDatabase } from "#upkeep/lost-database.ts";
import type { Config } from "../config.ts";

type Folder = Pick<Config, "dataDir" | "backup"> & Partial<Pick<Config, "rehearsal">>;

/** An opened database, and what gives the folder back once the database is closed. */
export type Occupied = { db: DatabaseSync; release: () => void };

/** Somebody else has the folder. */
export class FolderInUse extends Error {}

/** How often a site that waits for the folder looks. */
const LOOK_AGAIN_MS = 100;
/** How long an upgrade waits for a backup that is under way. */
const BACKUP_WAIT_MS = 60_000;
/** How long a command waits for another one that brings the folder up to date. */
const COMMAND_WAIT_MS = 2_000;

/**
 * Takes the folder for itself, ends an interrupted restore, brings the tables up to date.
 * @throws with one line: another site runs on it, it cannot be written, or its database is lost or cannot be opened
 */
export function openForSite(folder: Folder): Occupied {
  const { dataDir } = folder;
  refuseLost(folder);
  const release = lock(dataDir);
  if (!release) throw inUse(dataDir);
  try {
    return { db: openLocked(folder), release };
  } catch (error) {
    release();
    throw error;
  }
}

/** @throws with one line when the folder has lost its database or cannot be written, whoever has it */
export function checkFolder(folder: Folder): void {
  refuseLost(folder);
  lock(folder.dataDir)?.();
}

/** @returns whether a command can open the folder without changing anything in it */
export function isReady(dataDir: string): boolean {
  const { database } = dataPaths(dataDir);
  return existsSync(database) && !isRestoreUnfinished(dataDir) && !needsUpgrade(database);
}

/**
 * Makes the database of an empty site where it was lost (`--new`), and sets aside what is left of the former site; its
 * backups stay where they are. Does nothing where none was lost, or Google keeps the data.
 * @throws with one line when somebody else has the folder, or it cannot be written
 */
export function emptyDataFolder({ backend, ...folder }: Folder & Pick<Config, "backend">): void {
  if (backend.by !== "embedded") return;
  const { dataDir } = folder;
  const release = lock(dataDir);
  if (!release) throw inUse(dataDir);
  try {
    finishRestore(dataDir);
    if (!whyLost(folder)) return;
    const aside = setAside(dataDir);
    openDatabase(dataPaths(dataDir).database).close();
    process.stdout.write(`What was left of the former site is in ${aside}.\n`);
  } finally {
    release();
  }
}

/**
 * Resolves when nobody has the folder; who takes it then may still find that another one was quicker.
 * @throws as soon as the signal says so, or with one line when the folder cannot be written
 */
export async function waitForFolder(dataDir: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const release = lock(dataDir);
    if (release) return release();
    await setTimeout(LOOK_AGAIN_MS, undefined, { signal });
  }
}

/**
 * Opens the database beside a site that may be running; what a running one must not see is done before, where there
 * is none.
 * @throws with one line: that has to be done while a site runs, or the database is lost or cannot be opened
 */
export function openForCommand(folder: Folder): Occupied {
  const { dataDir } = folder;
  refuseLost(folder);
  const { database } = dataPaths(dataDir);
  const rejectInUse = () => {
    throw new Error(
      `The data folder ${dataDir} has to be brought up to date for this version, and a site is running on it: stop the site first.`,
    );
  };
  const kept = { release() {} };
  // Should an older backup be put back this very moment, the tables are left as they are.
  if (!isRestoreUnfinished(dataDir) && !needsUpgrade(database))
    return { db: openDatabase(database, rejectInUse), ...kept };
  const release = lock(dataDir, COMMAND_WAIT_MS) ?? rejectInUse();
  try {
    return { db: openLocked(folder), ...kept };
  } finally {
    release();
  }
}

const inUse = (dataDir: string) =>
  new FolderInUse(`Another site is already running on the data folder ${dataDir}, or it is being restored.`);

/** An empty site is never made where there was another: nobody would notice before the backups are gone. */
function refuseLost(folder: Folder): void {
  const lost = whyLost(folder);
  if (lost) throw new Error(lost);
}

/** The database of a restore that was interrupted is about to come. */
const whyLost = ({ dataDir, backup }: Folder): string | null =>
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
  refuseLost(folder);
  waitUntilUnlocked(database);
  return openDatabase(database, () => backUpBeforeUpgrade(folder));
}

function backUpBeforeUpgrade({ dataDir, backup, rehearsal }: Folder): void {
  // The data are a copy.
  if (rehearsal) return;
  try {
    makeBackup({ dataDir, file: freeBackupFile(backup.dir, new Date()), waitMs: BACKUP_WAIT_MS });
  } catch (error) {
    throw new Error(`Nothing was upgraded, because the backup before it failed: ${(error as Error).message}`);
  }
}
