/** Takes a data folder back from the machine's other users: it holds personal data and the key of every session. */
import { chmodSync, lstatSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** The bits of group and others. */
const OTHERS = 0o077;

/** What the site and its commands make there. A folder may have been chosen that holds other things, which stay. */
const OURS = /^(?:site\.db.*|secret.*|verrou.*|copie-once\.tar|images|outbox|sauvegardes|(?:avant|restauration)-.+)$/;

/**
 * Sets the folder to 700 and the site's files in it to 600, the folder last: interrupted, it begins again.
 * @returns in one line why others can still read it; null: they cannot
 */
export function makePrivate(dataDir: string): string | null {
  // Windows has no such modes.
  if (process.platform === "win32") return null;
  try {
    const open = isOpen(dataDir);
    for (const name of readdirSync(dataDir)) if (OURS.test(name)) close(join(dataDir, name), open);
    if (open) chmodSync(dataDir, 0o700);
    return isOpen(dataDir) ? stillOpen(dataDir, "its file system keeps no modes") : null;
  } catch (fault) {
    return stillOpen(dataDir, (fault as Error).message);
  }
}

const isOpen = (path: string): boolean => (statSync(path).mode & OTHERS) !== 0;

/** @param deep whether what lies below a folder may be reached by others */
function close(path: string, deep: boolean): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found || found.isSymbolicLink()) return;
  if (found.isDirectory() && deep) for (const name of readdirSync(path)) close(join(path, name), deep);
  if ((found.mode & OTHERS) !== 0) chmodSync(path, found.isDirectory() ? 0o700 : 0o600);
}

const stillOpen = (dataDir: string, why: string): string =>
  `Other users of this machine may read the data folder ${dataDir} (mode ${(statSync(dataDir).mode & 0o777).toString(8)}), ` +
  `and that could not be changed (${why}): give it to the site's own user (chown -R), or set DATA_DIR to another folder.`;
