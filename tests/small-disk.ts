/** Disks that are soon full. To mount one takes a right: root, or a container that grants it. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
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

/** @returns a folder that is a disk of its own of 32 MB, which goes away when the test ends */
export function smallDisk(): string {
  const folder = temporary();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mountFor(folder, "32m");
  return folder;
}

/** Puts a disk of its own over a folder until the test ends. @param size as `mount` takes it */
function mountFor(folder: string, size: string): void {
  expect(mount(folder, size)).toBe(true);
  onTestFinished(() => unmount(folder));
}
