/** Tells a data folder that has lost its database from one of a first start: an empty site would hide the loss. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { isBlank, isEmptyFile } from "../adapters/sqlite/database.ts";
import { newestFullBackup } from "./backup/names.ts";
import { placesOf } from "./data-folder.ts";

type Folders = { readonly dataDir: string; readonly backupDir: string };

/**
 * Changes nothing, takes no lock.
 * @param folders `backupDir` is where the site's own backups go
 * @returns in one line what is lost and what to do; null when the database is there, or nothing but it ever was
 */
export function lostDatabase({ dataDir, backupDir }: Folders, now: Date): string | null {
  const { database } = placesOf(dataDir);
  if (!isBlank(database)) return null;
  const backup = newestFullBackup(filesIn(backupDir), now);
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

/**
 * A killed first start leaves none of these: its database has tables before anything else is made. Kept mails are none of
 * them: a hosted site keeps its own there.
 */
function remainsIn(dataDir: string): string[] {
  const { database, secret, images } = placesOf(dataDir);
  const isLogLeft = isEmptyFile(database) && ["-wal", "-shm"].some((log) => existsSync(database + log));
  return [
    ...(isLogLeft ? ["the database's own log"] : []),
    ...(isEmptyFile(secret) ? [] : ["the secret"]),
    ...(filesIn(images, true).length > 0 ? ["pictures"] : []),
  ];
}

/** @returns names; none of a folder that cannot be read */
function filesIn(folder: string, recursive = false): string[] {
  try {
    return readdirSync(folder, { recursive, withFileTypes: true }).flatMap((one) => (one.isFile() ? [one.name] : []));
  } catch {
    return [];
  }
}
