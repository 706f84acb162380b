/** What the machine itself tells: room, memory, and whether its clock is kept right. */
import { existsSync } from "node:fs";
import { readFile, statfs } from "node:fs/promises";
import { totalmem } from "node:os";
import type { ClockLook, Disk, Memory } from "#domain/site-health/measurements.ts";

/** Where systemd says that it keeps the clock, and that it has set it. */
const TIME_SYNC = "/run/systemd/timesync";

/**
 * @param folders data and backups; a backup folder that is still to be made counts nothing
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

/** @param isSite whether this process is the site, whose own memory counts */
export async function measureMemory(isSite: boolean): Promise<Memory> {
  const allowed = process.constrainedMemory();
  const limit = allowed > 0 ? Math.min(allowed, totalmem()) : totalmem();
  return { used: isSite ? process.memoryUsage.rss() : null, limit, free: await freeMemory() };
}

/** What could be had, caches included; a service that is shut in (ProcSubset=pid) is not told. */
async function freeMemory(): Promise<number | null> {
  const told = await readFile("/proc/meminfo", "utf8").catch(() => "");
  const kilobytes = /^MemAvailable:\s+(\d+) kB$/m.exec(told)?.[1];
  return kilobytes ? Number(kilobytes) * 1024 : null;
}

/** @param folder another than systemd's; for tests */
export const isClockSynchronised = (folder = TIME_SYNC): ClockLook["synchronised"] =>
  existsSync(folder) ? existsSync(`${folder}/synchronized`) : null;
