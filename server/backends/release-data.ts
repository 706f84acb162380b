/** What an upgrade or a rollback asks a release about the data (cli/release-data.ts). */
import { openDocuments } from "#adapters/sqlite/documents.ts";
import { formatProblem } from "#stores/format.ts";
import { changesSince } from "#upkeep/backup/changes-since.ts";
import { completeBackup } from "#upkeep/backup/complete-backup.ts";
import { copySite } from "#upkeep/backup/create.ts";
import { dataPaths } from "#upkeep/private-folder.ts";
import type { Config } from "../config.ts";
import { openForCommand } from "./data-folder.ts";

/** Copies the data folder as a backup is made. With BACKEND=firebase, there is nothing to copy. */
export async function copyData({ backend, dataDir }: Config, folder: string): Promise<void> {
  if (backend.by === "embedded") await copySite(dataDir, folder);
}

/** @returns one line with the reason if this version cannot read the data; null if it can */
export async function readingProblem(config: Config): Promise<string | null> {
  try {
    return await (config.backend.by === "embedded" ? formatInFolder(config) : formatInProject(config));
  } catch (error) {
    return (error as Error).message;
  }
}

async function formatInFolder(config: Config): Promise<string | null> {
  const { db } = openForCommand(config);
  const documents = openDocuments(dataPaths(config.dataDir).database, { readOnly: true });
  try {
    return await formatProblem(documents);
  } finally {
    documents.close();
    db.close();
  }
}

async function formatInProject(config: Config): Promise<null> {
  const { openMemory } = await import("./moves.ts");
  // Throws if the format is newer.
  const { close } = await openMemory(config, false);
  await close();
  return null;
}

/** @returns the path of a backup with all of the data */
export const backUpAll = ({ dataDir, backup }: Config): Promise<string> =>
  completeBackup({ dataDir, directory: backup.dir });

export const changesSinceBackup = ({ dataDir }: Config, backup: string): ReadonlyMap<string, number> =>
  changesSince(dataDir, backup);
