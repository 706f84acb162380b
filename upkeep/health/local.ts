/** Free disk space, and whether the machine installs security updates. */
import { existsSync, readFileSync } from "node:fs";
import { statfs } from "node:fs/promises";
import type { Disk } from "#domain/site-health/measurements.ts";

/**
 * @param folders data and backups; a backup folder that does not exist yet is ignored
 * @param backupBytes says how large the newest backup is
 * @returns the one with less room
 */
export async function measureDisk(folders: readonly string[], backupBytes: () => number): Promise<Disk> {
  try {
    const rooms = await Promise.all(folders.filter((folder, i) => i === 0 || existsSync(folder)).map(roomOf));
    const least = rooms.reduce((one, other) => (other.free < one.free ? other : one));
    return { ...least, backup: backupBytes() };
  } catch {
    return "unreadable";
  }
}

async function roomOf(folder: string): Promise<{ free: number; total: number }> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, total: blocks * bsize };
}

/** Written by deploy/install.sh; other machines are not checked. */
const INSTALLED = "/etc/jeunesse.env";
const UPDATES = "/etc/apt/apt.conf.d/20auto-upgrades";

/**
 * @param root another folder than the machine's; for tests
 * @returns whether Debian's unattended-upgrades is on; null where deploy/install.sh has not set up the machine
 */
export function installsUpdates(root = ""): boolean | null {
  if (!existsSync(root + INSTALLED)) return null;
  try {
    return /^APT::Periodic::Unattended-Upgrade\s+"(?:[1-9]\d*|always)"/m.test(readFileSync(root + UPDATES, "utf8"));
  } catch {
    return false;
  }
}
