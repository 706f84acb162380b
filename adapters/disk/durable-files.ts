/** Atomic, durable writes: a file is complete or absent, even after a power cut. */
import { randomBytes } from "node:crypto";
import { closeSync, fsyncSync, openSync } from "node:fs";
import { mkdir, open, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Resolves when files are durable. A crash may leave temporary files. `privately`: file mode 600, folder mode 700. */
export async function writeDurably(
  folder: string,
  files: ReadonlyMap<string, Uint8Array>,
  privately = false,
): Promise<void> {
  const firstCreated = await mkdir(folder, { recursive: true, mode: privately ? 0o700 : 0o755 });
  for (const [name, bytes] of files) {
    // A random part, because concurrent writers of a file need different temporary files.
    const temporary = join(folder, `${name}.${randomBytes(4).toString("hex")}.tmp`);
    try {
      await writeFile(temporary, bytes, { mode: privately ? 0o600 : 0o644, flush: true });
      await rename(temporary, join(folder, name));
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  }
  await syncFolder(folder);
  if (!firstCreated) return;
  for (let created = folder; ; created = dirname(created)) {
    await syncFolder(dirname(created));
    if (created === firstCreated) return;
  }
}

export async function removeDurably(folder: string, names: readonly string[]): Promise<void> {
  for (const name of names) await rm(join(folder, name), { force: true });
  if (names.length > 0) await syncFolder(folder);
}

/** Flushes the folder's list of names to disk. Windows needs no such call. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export function syncFolderSync(folder: string): void {
  if (process.platform === "win32") return;
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
