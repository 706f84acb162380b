import { closeSync, fsyncSync, openSync } from "node:fs";

/** Flushes the folder's list of names to disk. Windows needs no such call. */
export function syncFolder(folder: string): void {
  if (process.platform === "win32") return;
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
