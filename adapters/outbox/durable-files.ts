/** Atomic, durable writes: a file is complete or absent, even after a power cut. */
import { randomBytes } from "node:crypto";
import { mkdir, open, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Resolves when the file is durable. A crash may leave a temporary file. File mode 600, folder mode 700. */
export async function writeFileDurably(folder: string, name: string, bytes: Uint8Array): Promise<void> {
  const firstCreated = await mkdir(folder, { recursive: true, mode: 0o700 });
  // A random part, because concurrent writers of a file need different temporary files.
  const temporary = join(folder, `${name}.${randomBytes(4).toString("hex")}.tmp`);
  try {
    await writeFile(temporary, bytes, { mode: 0o600, flush: true });
    await rename(temporary, join(folder, name));
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(folder);
  if (!firstCreated) return;
  for (let created = folder; ; created = dirname(created)) {
    await syncFolder(dirname(created));
    if (created === firstCreated) return;
  }
}

export async function removeFileDurably(folder: string, names: readonly string[]): Promise<void> {
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
