/** Locks a data folder for the site. Commands lock the folder only to finish a restore or to migrate the tables. */
import { existsSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import {
  hasDataToMigrate,
  needsMigration,
  openDatabase,
  waitUntilDatabaseUnlocked,
} from "#adapters/sqlite/database.ts";
import { openSqliteDocuments } from "#adapters/sqlite/documents.ts";
import type { Documents } from "#ports/documents.ts";
import { checkDocumentFormat, recordDocumentFormat } from "#stores/format.ts";
import { completeBackup } from "#upkeep/backup/complete-backup.ts";
import { finishRestore, isRestoreUnfinished, SITE_LOCK_FILE, setAsideLostSite } from "#upkeep/backup/restore.ts";
import { lockFolder } from "#upkeep/folder-lock.ts";
import { findLostDatabase, writeSiteMarker } from "#upkeep/lost-database.ts";
import { dataFolderPaths } from "#upkeep/private-folder.ts";
import type { Config } from "../config.ts";
import { logOutput } from "../log-output.ts";

type Folder = Pick<Config, "dataDir" | "backup"> & Partial<Pick<Config, "rehearsal">>;

/** Close `db` before you call `release`, which unlocks the folder. */
export type OpenDataFolder = { db: DatabaseSync; release: () => void };

export class FolderInUse extends Error {}

const POLL_MS = 100;
const COMMAND_WAIT_MS = 2_000;

/** @throws one line if the folder is in use or read-only, or if the database is lost */
export async function openDataFolderForSite(folder: Folder): Promise<OpenDataFolder> {
  const { dataDir } = folder;
  rejectLostDatabase(folder);
  const release = lock(dataDir);
  if (!release) throw inUse(dataDir);
  try {
    const db = await openLocked(folder);
    await checkDocuments(folder, db, (documents) => recordDocumentFormat(documents, () => backUpBeforeUpgrade(folder)));
    return { db, release };
  } catch (error) {
    release();
    throw error;
  }
}

/** @throws one line if the database is lost or the folder is read-only; a folder in use is no error */
export function checkDataFolder(folder: Folder): void {
  rejectLostDatabase(folder);
  lock(folder.dataDir)?.();
}

export function isDataFolderReady(dataDir: string): boolean {
  const { database } = dataFolderPaths(dataDir);
  return existsSync(database) && !isRestoreUnfinished(dataDir) && !needsMigration(database);
}

/**
 * If the database is lost, creates an empty database. Moves the remaining files to another folder, except backups.
 * @throws one line if the folder is in use or read-only
 */
export function replaceLostDatabase({ backend, ...folder }: Folder & Pick<Config, "backend">): void {
  if (backend.by !== "embedded") return;
  const { dataDir } = folder;
  const release = lock(dataDir);
  if (!release) throw inUse(dataDir);
  try {
    finishRestore(dataDir);
    if (!lossProblem(folder)) return;
    const aside = setAsideLostSite(dataDir);
    openDatabase(dataFolderPaths(dataDir).database).close();
    writeSiteMarker(dataDir);
    if (aside) logOutput.write(`The files of the former site are in ${aside}.\n`);
  } finally {
    release();
  }
}

/** Waits until no process has locked the folder. Does not lock the folder. */
export async function waitForDataFolder(dataDir: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const release = lock(dataDir);
    if (release) return release();
    await setTimeout(POLL_MS, undefined, { signal });
  }
}

/** Also works while a site runs, unless a restore or a migration is pending. */
export async function openDataFolderForCommand(folder: Folder): Promise<OpenDataFolder> {
  const { dataDir } = folder;
  rejectLostDatabase(folder);
  const { database } = dataFolderPaths(dataDir);
  const opened = async (db: DatabaseSync) => {
    await checkDocuments(folder, db, checkDocumentFormat);
    return { db, release() {} };
  };
  const rejectInUse = () => {
    throw new Error(
      `The data folder ${dataDir} has to be brought up to date for this version, and a site is running on it: stop the site first.`,
    );
  };
  if (!isRestoreUnfinished(dataDir) && !needsMigration(database)) return opened(openDatabase(database, rejectInUse));
  const release = lock(dataDir, COMMAND_WAIT_MS) ?? rejectInUse();
  try {
    return await opened(await openLocked(folder));
  } finally {
    release();
  }
}

const inUse = (dataDir: string) =>
  new FolderInUse(`Another site is already running on the data folder ${dataDir}, or it is being restored.`);

/** Without this error, the site would create an empty database. New backups would then replace all good backups. */
function rejectLostDatabase(folder: Folder): void {
  const lost = lossProblem(folder);
  if (lost) throw new Error(lost);
}

/** After an interrupted restore, the database may be missing. `finishRestore` creates the database. */
function lossProblem({ dataDir, backup }: Folder): string | null {
  try {
    return isRestoreUnfinished(dataDir) ? null : findLostDatabase({ dataDir, backupDir: backup.dir }, new Date());
  } catch (error) {
    // Only errors of the file system, as in another user's folder, have a path.
    throw "path" in (error as Error) ? unwritable(dataDir, error as Error) : error;
  }
}

const unwritable = (dataDir: string, { message }: Error) =>
  new Error(`The data folder ${dataDir} cannot be written (${message}).`);

function lock(dataDir: string, waitMs?: number): (() => void) | null {
  try {
    return lockFolder(dataDir, SITE_LOCK_FILE, waitMs);
  } catch (error) {
    throw unwritable(dataDir, error as Error);
  }
}

async function openLocked(folder: Folder): Promise<DatabaseSync> {
  const { database } = dataFolderPaths(folder.dataDir);
  finishRestore(folder.dataDir);
  rejectLostDatabase(folder);
  waitUntilDatabaseUnlocked(database);
  if (hasDataToMigrate(database)) await backUpBeforeUpgrade(folder);
  const db = openDatabase(database);
  writeSiteMarker(folder.dataDir);
  return db;
}

/** Closes `db` if `check` throws. */
async function checkDocuments(
  { dataDir }: Folder,
  db: DatabaseSync,
  check: (documents: Documents) => Promise<void>,
): Promise<void> {
  const documents = openSqliteDocuments(dataFolderPaths(dataDir).database);
  try {
    await check(documents);
  } catch (error) {
    db.close();
    throw error;
  } finally {
    documents.close();
  }
}

async function backUpBeforeUpgrade({ dataDir, backup, rehearsal }: Folder): Promise<void> {
  if (rehearsal) return;
  try {
    await completeBackup({ dataDir, directory: backup.dir, isStopped: true });
  } catch (error) {
    throw new Error(`Nothing was upgraded, because the backup before it failed: ${(error as Error).message}`);
  }
}
