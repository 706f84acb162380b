/** Other users must not read the data folder: it holds personal data and the site's secret. */

import { chmodSync, lstatSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

const OTHERS = 0o077;

/** Files that the site and its commands create. */
const OURS = /^(?:site|site\.db.*|verrou.*|copie-once\.db|outbox|sauvegardes|(?:avant|restauration)-.+)$/;

/**
 * Gives the data folder and its files modes that only their owner may read. Changes the mode of the folder last. If an error interrupts the changes, the next start repeats all changes.
 * @returns an error in one line; null on success
 */
export function makeDataFolderPrivate(dataDir: string): string | null {
  // Windows has no Unix file modes.
  if (process.platform === "win32") return null;
  try {
    const open = isOpen(dataDir);
    for (const name of readdirSync(dataDir)) if (OURS.test(name)) close(join(dataDir, name), open);
    if (open) chmodSync(dataDir, 0o700);
    return isOpen(dataDir) ? stillOpen(dataDir, "its file system keeps no modes") : null;
  } catch (error) {
    return stillOpen(dataDir, (error as Error).message);
  }
}

const isOpen = (path: string): boolean => (statSync(path).mode & OTHERS) !== 0;

function close(path: string, deep: boolean): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found || found.isSymbolicLink()) return;
  if (found.isDirectory() && deep) for (const name of readdirSync(path)) close(join(path, name), deep);
  if ((found.mode & OTHERS) !== 0) chmodSync(path, found.isDirectory() ? 0o700 : 0o600);
}

const stillOpen = (dataDir: string, why: string): string =>
  `Other users of this machine may read the data folder ${dataDir} (mode ${(statSync(dataDir).mode & 0o777).toString(8)}), ` +
  `and that could not be changed (${why}): give it to the site's own user (chown -R), or set DATA_DIR to another folder.`;

export const dataFolderPaths = (dataDir: string) => ({
  database: join(dataDir, "site.db"),
  /** A file that shows that the folder contains a site (lost-database.ts). */
  marker: join(dataDir, "site"),
  outbox: join(dataDir, "outbox"),
});
