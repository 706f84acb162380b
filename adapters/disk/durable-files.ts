/** Files that are there completely or not at all, also after a power cut. */
import { randomBytes } from "node:crypto";
import { closeSync, fsyncSync, openSync } from "node:fs";
import { mkdir, open, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/**
 * Writes files into a folder, which is made when it is missing. They survive a crash once this returns;
 * after a crash before that, one of them may be there as `NAME.xxxxxxxx.tmp`.
 * @param files contents by name
 * @param privately whether only the site's own user may read them and a folder that is made
 */
export async function writeDurably(
  folder: string,
  files: ReadonlyMap<string, Uint8Array>,
  privately = false,
): Promise<void> {
  const firstCreated = await mkdir(folder, { recursive: true, mode: privately ? 0o700 : 0o755 });
  for (const [name, bytes] of files) {
    // Two writers of the same name do not meet in the same temporary file.
    const temporary = join(folder, `${name}.${randomBytes(4).toString("hex")}.tmp`);
    try {
      await writeFile(temporary, bytes, { mode: privately ? 0o600 : 0o644, flush: true });
      await rename(temporary, join(folder, name));
    } catch (fault) {
      await rm(temporary, { force: true });
      throw fault;
    }
  }
  await syncFolder(folder);
  if (!firstCreated) return;
  for (let created = folder; ; created = dirname(created)) {
    await syncFolder(dirname(created));
    if (created === firstCreated) return;
  }
}

/** Deletes files of a folder; those that are gone already are no fault. After a crash they do not come back. */
export async function removeDurably(folder: string, names: readonly string[]): Promise<void> {
  for (const name of names) await rm(join(folder, name), { force: true });
  if (names.length > 0) await syncFolder(folder);
}

/** Makes the names in a folder durable. Windows has no such call and needs none. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes the names in a folder durable, for what works synchronously. */
export function syncFolderSync(folder: string): void {
  if (process.platform === "win32") return;
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
