/** Questions about the data that an upgrade or a rollback asks a release (cli/release-data.ts). */
import { countChangesSinceBackup } from "#upkeep/backup/changes-since.ts";
import { completeBackup, newestBackupPath } from "#upkeep/backup/complete-backup.ts";
import { copySiteData } from "#upkeep/backup/create.ts";
import type { Config } from "../config.ts";
import { openDataFolderForCommand } from "./data-folder.ts";

/** Copies the data folder as a backup is made. With BACKEND=firebase, there is nothing to copy. */
export async function copyDataFolder({ backend, dataDir }: Config, folder: string): Promise<void> {
  if (backend.by === "embedded") await copySiteData(dataDir, folder);
}

/** @returns one line with the reason if this version cannot read the data; null if it can */
export async function dataCompatibilityProblem(config: Config): Promise<string | null> {
  try {
    await (config.backend.by === "embedded" ? openFolder(config) : openProject(config));
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

async function openFolder(config: Config): Promise<void> {
  const { db } = await openDataFolderForCommand(config);
  db.close();
}

/** Google's libraries take 100 MB of memory and a second: load them only for Firebase. */
async function openProject(config: Config): Promise<void> {
  const { openTransferSite } = await import("./moves.ts");
  const { close } = await openTransferSite(config, false);
  await close();
}

/** @returns the path of a backup with all of the data */
export const backUpAllData = ({ dataDir, backup }: Config): Promise<string> =>
  completeBackup({ dataDir, directory: backup.dir });

/** @throws one line if there is no backup */
export function newestBackupFile({ backup: { dir } }: Config): string {
  const newest = newestBackupPath(dir);
  if (!newest) throw new Error(`There is no backup in ${dir}.`);
  return newest;
}

export const changesSinceBackup = ({ dataDir }: Config, backup: string): ReadonlyMap<string, number> =>
  countChangesSinceBackup(dataDir, backup);
