/** The address under which visitors see a container, which it learns once: one line in the data folder (0053). */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { writeDurably } from "#adapters/disk/durable-files.ts";

/** No part of a backup: what is restored elsewhere does not claim to be where it came from. */
const FILE = "adresse-publique";

/**
 * @param dataDir `DATA_DIR`
 * @returns the origin that is kept; null before there is one
 * @throws with one line when the file holds no address
 */
export function readPublicAddress(dataDir: string): string | null {
  const file = join(dataDir, FILE);
  if (!existsSync(file)) return null;
  const kept = readFileSync(file, "utf8").trim();
  if (!/^https?:/.test(kept) || URL.parse(kept)?.origin !== kept)
    throw new Error(`${file} holds no address: delete it, or set PUBLIC_URL.`);
  return kept;
}

/** Keeps the address; it survives a power cut once this resolves. */
export const keepPublicAddress = (dataDir: string, origin: string): Promise<void> =>
  writeDurably(dataDir, new Map([[FILE, Buffer.from(`${origin}\n`)]]), true);
