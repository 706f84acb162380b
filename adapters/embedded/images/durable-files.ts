/** Files that are there completely or not at all, also after a power cut. */
import { mkdir, open, rename } from "node:fs/promises";
import { dirname, join } from "node:path";

/**
 * Writes files into a folder, which is made when it is missing. They survive a crash once this returns;
 * until then one of them may be there with `.tmp` behind its name.
 * @param files contents by name
 */
export async function writeDurably(folder: string, files: ReadonlyMap<string, Uint8Array>): Promise<void> {
  const firstCreated = await mkdir(folder, { recursive: true });
  for (const [nom, octets] of files) {
    const path = join(folder, nom);
    await writeAndSync(`${path}.tmp`, octets);
    await rename(`${path}.tmp`, path);
  }
  await syncFolder(folder);
  if (!firstCreated) return;
  for (let created = folder; ; created = dirname(created)) {
    await syncFolder(dirname(created));
    if (created === firstCreated) return;
  }
}

async function writeAndSync(path: string, octets: Uint8Array): Promise<void> {
  await using file = await open(path, "w");
  await file.writeFile(octets);
  await file.sync();
}

/** Makes the names in a folder durable. Windows has no such call and needs none. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  await using handle = await open(folder, "r");
  await handle.sync();
}
