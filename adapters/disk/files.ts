/** Paths are encoded on disk, to prevent directory traversal and name collisions. */
import { readdir, readFile, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { type Files, isFileName, type StoredFile } from "#ports/files.ts";
import { removeDurably, writeDurably } from "./durable-files.ts";

/** A temporary file of this age was left by a crash. */
const ABANDONED_MS = 60 * 60 * 1000;
const TEMPORARY = /\.[0-9a-f]{8}\.tmp$/;

export function openFolder(folder: string): Files {
  const pathOf = (name: string) => join(folder, ...name.split("/").flatMap(encodeSegment));
  return {
    async put(name, bytes) {
      if (!isFileName(name)) throw new Error("Not a file's name.");
      const path = pathOf(name);
      await writeDurably(dirname(path), new Map([[basename(path), bytes]]), true);
    },
    get: (name) => (isFileName(name) ? orNull(readFile(pathOf(name))) : Promise.resolve(null)),
    async list(prefix) {
      const pieces = prefix.split("/").slice(0, -1).flatMap(encodeSegment);
      const found = await listFolder(join(folder, ...pieces), pieces.map(decodeSegment).join(""), ABANDONED_MS);
      return found.filter(({ name }) => name.startsWith(prefix)).sort((a, b) => (a.name < b.name ? -1 : 1));
    },
    async delete(name) {
      if (!isFileName(name)) return;
      const path = pathOf(name);
      if ((await orNull(stat(path))) !== null) await removeDurably(dirname(path), [basename(path)]);
    },
  };
}

/** Deletes all temporary files. Call `dropUnfinished` only while no process writes to the folder. */
export const dropUnfinished = async (folder: string): Promise<void> => void (await listFolder(folder, "", 0));

/** In bytes. Less than the 255 of file systems, because temporary files have a suffix. */
const SEGMENT_MAX = 200;

/** Escapes characters that some file systems change, refuse or interpret. Long segments continue in a subfolder. */
function encodeSegment(segment: string): string[] {
  const safe = [...Buffer.from(segment)].map((byte, i) => {
    const char = String.fromCharCode(byte);
    return /[a-z0-9_-]/.test(char) || (char === "." && i > 0) ? char : `%${byte.toString(16).padStart(2, "0")}`;
  });
  const last = safe.length - 1;
  // Windows drops a dot at the end of a name. A name must also not look like the name of a temporary file.
  if (segment.endsWith(".") || TEMPORARY.test(segment)) safe[last] = `%${Buffer.from(segment).at(-1)?.toString(16)}`;
  const pieces = [""];
  for (const encoded of safe) {
    if ((pieces.at(-1) as string).length + encoded.length > SEGMENT_MAX) pieces.push("");
    pieces.push(`${pieces.pop()}${encoded}`);
  }
  return pieces.map((piece, i) => (i < pieces.length - 1 ? `${piece}~` : piece));
}

const decodeSegment = (piece: string): string => (piece.endsWith("~") ? piece.slice(0, -1) : `${piece}/`);

/** Removes temporary files older than `abandonedMs`. `encoded`: encoded path of the folder. */
async function listFolder(folder: string, encoded: string, abandonedMs: number): Promise<StoredFile[]> {
  const entries = (await orNull(readdir(folder, { withFileTypes: true }))) ?? [];
  const found = await Promise.all(
    entries.map(async (entry): Promise<StoredFile[]> => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return listFolder(path, encoded + decodeSegment(entry.name), abandonedMs);
      const stats = entry.isFile() ? await orNull(stat(path, { bigint: true })) : null;
      if (!stats) return [];
      const { mtimeNs, size, mtime } = stats;
      if (TEMPORARY.test(entry.name)) {
        if (Date.now() - mtime.getTime() >= abandonedMs) await rm(path, { force: true });
        return [];
      }
      const name = decodeURIComponent(`${encoded}${entry.name}`);
      return [{ name, size: Number(size), createdAt: mtime, generation: `${stats.ino}-${mtimeNs}` }];
    }),
  );
  return found.flat();
}

async function orNull<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if (["ENOENT", "ENOTDIR", "EISDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) return null;
    throw error;
  }
}
