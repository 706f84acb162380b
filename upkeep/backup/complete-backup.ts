import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { countChangesSinceBackup } from "./changes-since.ts";
import { readBackup } from "./checksum.ts";
import { makeBackup } from "./create.ts";
import { newestFullBackupName } from "./names.ts";
import { availableBackupPath } from "./nightly-backups.ts";

type Options = { dataDir: string; directory: string; isStopped?: boolean };

/** Long enough for a nightly backup that is already running. */
const WAIT_MS = 60_000;

/**
 * Makes a backup, unless the newest one is intact and already contains every document. Then visitors do not wait for a
 * second backup between the stop of a release and the start of the next one. @returns the path of the backup
 */
export async function completeBackup({ dataDir, directory, isStopped = false }: Options): Promise<string> {
  const newest = newestBackupPath(directory);
  if (newest && isComplete(dataDir, newest)) return newest;
  const file = availableBackupPath(directory, new Date());
  return (await makeBackup({ dataDir, file, waitMs: WAIT_MS, isStopped })).file;
}

/** @returns the path; null if there is none */
export function newestBackupPath(directory: string): string | null {
  const name = existsSync(directory) ? newestFullBackupName(readdirSync(directory), new Date()) : null;
  return name && join(directory, name);
}

function isComplete(dataDir: string, backup: string): boolean {
  try {
    if (countChangesSinceBackup(dataDir, backup).size > 0) return false;
    readBackup(backup);
    return true;
  } catch {
    // The backup is damaged, or was not made by this version.
    return false;
  }
}
