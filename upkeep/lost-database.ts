/** Finds a lost database before the site creates an empty database: the empty database would hide the loss. */
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isBlankDatabase, isEmptyDatabaseFile } from "#adapters/sqlite/database.ts";
import { dataFolderPaths } from "#upkeep/private-folder.ts";
import { newestFullBackupName } from "./backup/names.ts";
import { syncFolder } from "./sync-folder.ts";

const MARKER =
  "The website of La Jeunesse de Savièse keeps its data in this folder. Without site.db, it does not start: docs/recovery.md.\n";

/** Durable. Call it after the database exists: a first start that is killed in between must not look like a loss. */
export function writeSiteMarker(dataDir: string): void {
  const { marker } = dataFolderPaths(dataDir);
  if (existsSync(marker)) return;
  writeFileSync(marker, MARKER, { mode: 0o600, flush: true });
  syncFolder(dataDir);
}

type Folders = { readonly dataDir: string; readonly backupDir: string };

/** @returns one line with the loss and its remedy; null if nothing is lost or the folder is new */
export function findLostDatabase({ dataDir, backupDir }: Folders, now: Date): string | null {
  const { database } = dataFolderPaths(dataDir);
  if (!isBlankDatabase(database)) return null;
  const backup = newestFullBackupName(filesIn(backupDir), now);
  const remains = [...remainsIn(dataDir), ...(backup ? ["backups"] : [])];
  if (remains.length === 0) return null;
  const state = existsSync(database) ? "is empty" : "is missing";
  const file = backup ? join(backupDir, backup) : "FILE";
  const where = backup ? "the newest backup" : `a backup (there is none in ${backupDir})`;
  return (
    `The database ${database} ${state}, and this is left of its site: ${remains.join(", ")}. Nothing was touched. ` +
    `Put back ${where}: npm run restore -- ${file}. To begin with an empty site, start it once with --new ` +
    "(docs/recovery.md)."
  );
}

/** Saved mail does not prove that a database existed: a site on Firebase also saves mail. */
function remainsIn(dataDir: string): string[] {
  const { database, marker } = dataFolderPaths(dataDir);
  const isLogLeft = isEmptyDatabaseFile(database) && ["-wal", "-shm"].some((log) => existsSync(database + log));
  return [...(isLogLeft ? ["the database's own log"] : []), ...(existsSync(marker) ? [`the file ${marker}`] : [])];
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
