/** Small disks in memory. Mounting one needs root, or a container with that right. */
import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";

const mount = (folder: string, size: string) =>
  spawnSync("/bin/mount", ["-t", "tmpfs", "-o", `size=${size}`, "tmpfs", folder]).status === 0;

const unmount = (folder: string) => void spawnSync("/bin/umount", ["-l", folder]);

const temporary = () => mkdtempSync(join(tmpdir(), "jeunesse-disque-"));

function canMount(): boolean {
  if (process.platform !== "linux") return false;
  const folder = temporary();
  const mounted = mount(folder, "1m");
  unmount(folder);
  rmSync(folder, { recursive: true, force: true });
  return mounted;
}

export const CAN_MOUNT = canMount();

/** Mounts a disk of 32 MB until the test ends. @returns its folder */
export function smallDisk(): string {
  const folder = temporary();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  expect(mount(folder, "32m")).toBe(true);
  onTestFinished(() => unmount(folder));
  return folder;
}

/** Fills the disk. @returns a function that frees the space again */
export function fill(folder: string): () => void {
  const file = join(folder, "remplissage");
  const fd = openSync(file, "w");
  for (const size of [1024 * 1024, 4096, 1])
    try {
      for (;;) writeSync(fd, Buffer.alloc(size));
    } catch (error) {
      expect((error as NodeJS.ErrnoException).code).toBe("ENOSPC");
    }
  closeSync(fd);
  return () => rmSync(file);
}
