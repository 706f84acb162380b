/**
 * Pictures in a bucket of Cloud Storage (ports/picture-store.ts), which several instances of the site may share. The row
 * of a picture is what its object `{collection}/{id}/{filename}` says of itself.
 */
import { Readable } from "node:stream";
import { isSegment } from "#domain/identifiers.ts";
import { fileType, isOwnName, isServed, TYPES } from "#domain/pictures/picture-variants.ts";
import { type Collection, isCollection, type PictureFolder } from "#domain/pictures/stored-image.ts";
import type { Picture, PictureStore } from "#ports/picture-store.ts";
import { type Objects, openObjects, TOKENS } from "./images/bucket.ts";
import { createByteCache } from "./images/byte-cache.ts";
import {
  byAge,
  folderOfPath,
  notesOf,
  notesOfChanges,
  objectName,
  pictureOf,
  showingNotes,
  VARIANTS,
} from "./images/picture-notes.ts";

/** Bytes of all files in memory. */
const MEMORY = 64 * 1024 * 1024;
/** Files younger than this may belong to an upload that is still under way on another instance. */
const A_DAY_MS = 24 * 60 * 60 * 1000;

export type BucketStore = PictureStore & {
  /**
   * The file behind `/images/{collection}/{id}/{file}`; the segments are percent-decoded. Fetched from the bucket once,
   * then answered from memory.
   * @returns null when there is none @throws when the store does not answer
   */
  imageFile(collection: string, id: string, file: string): Promise<{ size: number; read: () => Readable } | null>;
  /** Forgets the files of a collection that are in memory: another instance has changed something there. */
  forget(collection: Collection): void;
  /**
   * Asks the bucket whether it is there and may be used.
   * @returns a line that says why not, for who starts the site; null when it is, or when nobody answers just now
   */
  problem(): Promise<string | null>;
};

/**
 * Makes the store of one instance; nothing is sent before the first call.
 * @param bucket its name, without `gs://`
 * @param onWarning hears, in a sentence without names, what is wrong with a picture of an existing project
 */
export function createPictureStore({
  projectId,
  bucket,
  onWarning = () => {},
}: {
  projectId: string;
  bucket: string;
  onWarning?: (sentence: string) => void;
}): BucketStore {
  const objects = openObjects({ projectId, bucket });
  const memory = createByteCache(MEMORY);
  const forgetKey = (key: string | undefined) => memory.forget((name) => key !== undefined && name.includes(key));
  const rows = rowsIn(objects, forgetKey);
  return {
    ...rows,
    ...filesIn(objects),
    readOriginal: (picture) => originalIn(objects, picture, onWarning),

    async imageFile(collection, id, file) {
      if (!isCollection(collection) || !isSegment(id) || !isServed(file)) return null;
      const name = objectName({ collection, id }, file);
      const bytes = await memory.get(name, async () => {
        const [shown, read] = await Promise.all([isShown(rows, { collection, id }, file), objects.read(name)]);
        return shown ? read : null;
      });
      return bytes && { size: bytes.byteLength, read: () => Readable.from([bytes]) };
    },
    forget: (collection) => memory.forget((name) => name.startsWith(`${VARIANTS}${collection}/`)),
    problem: objects.problem,
  };
}

/** @returns whether a file is one of a picture that readers may see */
async function isShown(rows: Pick<Rows, "list">, { collection, id }: PictureFolder, file: string): Promise<boolean> {
  const picture = (await rows.list(collection, id)).find(({ made }) => made && file.startsWith(`${made.key}-`));
  return picture !== undefined && !picture.setAside;
}

type Rows = Pick<PictureStore, "list" | "find" | "claim" | "update" | "remove">;

function rowsIn(objects: Objects, forgetKey: (key: string | undefined) => void): Rows {
  const find = async (path: string): Promise<Picture | null> => {
    const object = folderOfPath(path) && (await objects.get(path));
    return object && pictureOf(object);
  };
  return {
    async list(collection, id) {
      const found = await objects.list(id === undefined ? `${collection}/` : `${collection}/${id}/`);
      return found
        .map(pictureOf)
        .filter((picture) => picture !== null)
        .sort(byAge);
    },
    find,
    async claim({ path, made, setAside }, largest) {
      const notes = { ...notesOf(made), ...showingNotes(setAside) };
      await objects.put(path, largest, TYPES.jpeg, notes, true);
      // Another instance may have been faster, or the answer to an earlier try of this very upload was lost.
      const there = await find(path);
      return there?.made?.key === made.key ? there : null;
    },
    async update(picture, changes) {
      try {
        const object = await objects.patch(picture.path, picture.version, notesOfChanges(picture, changes));
        return object && pictureOf(object);
      } finally {
        // Also when the answer was lost.
        if (changes.setAside) forgetKey(picture.made?.key);
      }
    },
    async remove({ path, version, made }) {
      await objects.remove(path, version);
      forgetKey(made?.key);
    },
  };
}

function filesIn(objects: Objects): Pick<PictureStore, "read" | "write" | "erase" | "listWhole" | "sweep"> {
  const nameOf = (object: string) => object.slice(object.lastIndexOf("/") + 1);
  return {
    read: (folder, name) => objects.read(objectName(folder, name)),
    async write(folder, files) {
      const puts = [...files].map(([name, bytes]) =>
        objects.put(objectName(folder, name), bytes, fileType(name) ?? TYPES.jpeg),
      );
      // When one fails the others are not on their way any more.
      const failed = (await Promise.allSettled(puts)).find(({ status }) => status === "rejected");
      if (failed?.status === "rejected") throw failed.reason;
    },
    erase: (folder: PictureFolder, names) => objects.removeAll(names.map((name) => objectName(folder, name))),
    listWhole: async () => new Set((await objects.list(VARIANTS)).map(({ name }) => nameOf(name))),
    async sweep(owned) {
      for (const { name, generation, createdAt } of await objects.list(VARIANTS))
        if (isOwnName(nameOf(name)) && !owned.has(nameOf(name)) && Date.now() - createdAt.getTime() > A_DAY_MS)
          await objects.remove(name, generation);
    },
  };
}

/** By its download URL first (`pathImageDownloadUrl` of SPEC.md section 3): a token that was revoked leads nowhere, and what is hidden has none. */
async function originalIn(
  objects: Objects,
  { path, folder, made, setAside }: Picture,
  onWarning: (sentence: string) => void,
): Promise<Uint8Array | null> {
  if (made) return objects.read(path);
  const [token] = ((await objects.get(path))?.notes[TOKENS] ?? "").split(",");
  if (!token && !setAside) onWarning(`${folder.collection}: The given file does not have any download URLs.`);
  return (token && (await objects.readByToken(path, token))) || objects.read(path);
}
