/** The files of pictures: `{directory}/{collection}/{id}/{key}-{width}.{webp|jpg}`, `…/{key}-partage.jpg` and `…/{key}-vignette.webp`. */
import { readdir, readFile, rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import PQueue from "p-queue";
import { writeDurably } from "#adapters/disk/durable-files.ts";
import { isOwnName } from "#domain/pictures/picture-variants.ts";
import { PICTURE_COLLECTIONS, type PictureFolder } from "#domain/pictures/stored-image.ts";
import type { PictureStore } from "#ports/picture-store.ts";
import { folderOf } from "./file-names.ts";
import { isIntact } from "./intact.ts";

/** Makes the access to the files below a directory, which need not exist. */
export function createPictureFiles(
  directory: string,
): Pick<PictureStore, "read" | "write" | "erase" | "listWhole" | "sweep"> {
  const folderAt = (folder: PictureFolder) => join(directory, folderOf(folder));
  /** A folder that was just made for a file is not taken away for being empty. */
  const writing = new PQueue({ concurrency: 1 });
  const exclusively = <T>(work: () => Promise<T>) => withoutPath(writing.add(work));

  return {
    read: (folder, name) => readIntact(folderAt(folder), name),
    write: (folder, files) => exclusively(() => writeDurably(folderAt(folder), files)),
    erase: (folder, names) =>
      exclusively(async () => {
        for (const name of names) await rm(join(folderAt(folder), name), { force: true });
        await removeEmpty(folderAt(folder));
      }),
    async listWhole() {
      const whole = new Set<string>();
      for (const folder of await foldersIn(directory))
        for (const name of await namesIn(folder)) if (await readIntact(folder, name)) whole.add(name);
      return whole;
    },
    // By name alone: names are unique, and some file systems give a folder's name back in another spelling.
    sweep: (owned) =>
      exclusively(async () => {
        for (const folder of await foldersIn(directory)) {
          for (const name of await namesIn(folder))
            if (isOwnName(name) && !owned.has(name)) await rm(join(folder, name));
          await removeEmpty(folder);
        }
      }),
  };
}

/** @returns null for what is gone or damaged */
async function readIntact(folder: string, name: string): Promise<Buffer | null> {
  const file = await readFile(join(folder, name)).catch(() => null);
  return file && isIntact(name, file) ? file : null;
}

async function foldersIn(directory: string): Promise<string[]> {
  const folders: string[] = [];
  for (const collection of PICTURE_COLLECTIONS)
    folders.push(...(await namesIn(join(directory, collection))).map((id) => join(directory, collection, id)));
  return folders;
}

/** @returns nothing for what is absent or no folder */
async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (fault) {
    if (["ENOENT", "ENOTDIR"].includes(codeOf(fault))) return [];
    throw fault;
  }
}

async function removeEmpty(folder: string): Promise<void> {
  try {
    await rmdir(folder);
  } catch (fault) {
    if (!["ENOENT", "ENOTDIR", "ENOTEMPTY", "EEXIST"].includes(codeOf(fault))) throw fault;
  }
}

/** The system's own messages hold paths, and so people's names. */
async function withoutPath<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (fault) {
    const { code } = fault as NodeJS.ErrnoException;
    if (!code) throw fault;
    throw Object.assign(new Error(`A file of a picture in the data folder cannot be read or written (${code}).`), {
      code,
    });
  }
}

const codeOf = (fault: unknown) => String((fault as NodeJS.ErrnoException).code);
