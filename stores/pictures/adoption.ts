/**
 * Pictures of the older Firebase site. A document without the field `picture` shows the newest file in the folder
 * `{collection}/{id}/`. This site creates variants of the file on request.
 */
import PQueue from "p-queue";
import {
  hasSharePicture,
  isPictureCollection,
  PICTURE_COLLECTIONS,
  type Picture,
  type PictureCollection,
  type PictureFolder,
} from "#domain/pictures/picture.ts";
import { type ImageRefusal, PICTURE_LIMITS } from "#domain/pictures/upload-limits.ts";
import { preparePicture } from "#images/prepare-picture.ts";
import type { Documents } from "#ports/documents.ts";
import type { Files, StoredFile } from "#ports/files.ts";
import { encodedPictureFrom, pictureKeyOf } from "./making.ts";
import { PICTURES_COLLECTION, pictureContent } from "./picture.ts";
import type { PictureFileStore } from "./picture-files.ts";

const RETRY_MS = 5 * 60_000;

const REASONS: Record<ImageRefusal, string> = {
  "too-heavy": "a picture over 25 MB is not shown",
  "too-large": "a picture over 60 megapixels is not shown",
  "too-slow": "a picture that was not decoded in time is not shown",
  unreadable: "a file that is no picture, or a damaged one, is not shown",
};

type Options = {
  documents: Documents;
  files: Files;
  pictureFiles: PictureFileStore;
  get: (key: string) => Promise<Picture | null>;
  onChange: (collection: PictureCollection) => void;
  onError: (error: unknown) => void;
  onWarning: (sentence: string) => void;
  keepMs: number;
};

type Adopted = { readonly key: string; readonly picture: Picture | null; readonly made: Promise<unknown> };

type CardFile = PictureFolder & { readonly key: string; readonly file: string };

/** @returns null for an empty file, and for a name that is not `{collection}/{id}/{file}` */
export function parseLegacyPictureFile({ name, generation, size }: StoredFile): CardFile | null {
  const [collection = "", id = "", file = "", ...rest] = name.split("/");
  if (!isPictureCollection(collection) || id === "" || file === "" || rest.length > 0 || size === 0) return null;
  return { collection, id, file, key: pictureKeyOf(`${name}#${generation}`) };
}

export function createLegacyPictures(options: Options) {
  const { files, keepMs, get, onWarning } = options;
  const making = createQueue(options);
  const warned = new Set<string>();
  const lists = createLists(files, keepMs);

  function warn(key: string, collection: PictureCollection, refusal: ImageRefusal): void {
    if (!warned.has(key)) onWarning(`${collection}: ${REASONS[refusal]}`);
    warned.add(key);
  }

  /** @returns the newest valid file of a folder; null if none. `picture`: null until the variants exist. */
  async function find({ collection, id }: PictureFolder): Promise<Adopted | null> {
    for (const stored of await lists.get(collection)) {
      const file = parseLegacyPictureFile(stored);
      if (file?.id !== id) continue;
      const { key } = file;
      if (stored.size > PICTURE_LIMITS.bytes) {
        warn(key, collection, "too-heavy");
        continue;
      }
      const picture = await get(key);
      if (picture?.refusal) warn(key, collection, picture.refusal);
      else return { key, picture, made: picture ? Promise.resolve() : making.enqueue(key, stored) };
    }
    return null;
  }

  return {
    find,

    async adopt(folder: PictureFolder): Promise<string | null> {
      for (let lastKey = ""; ; ) {
        lists.forget(folder.collection);
        const found = await find(folder);
        if (!found || found.picture) return found?.key ?? null;
        // Do not return null, because the caller would remove the picture from the document.
        if (found.key === lastKey) throw new Error("A picture of the previous site cannot be created now.");
        await found.made;
        lastKey = found.key;
      }
    },

    keys: async (): Promise<ReadonlySet<string>> =>
      new Set((await lists.getAll()).flatMap((stored) => parseLegacyPictureFile(stored)?.key ?? [])),

    idle: making.idle,
    stop: making.stop,
  };
}

function createQueue(options: Options) {
  const queue = new PQueue({ concurrency: 1 });
  const wanted = new Map<string, Promise<unknown>>();
  const add = (key: string, file: StoredFile): Promise<unknown> =>
    queue
      .add(() => adopt(options, file))
      .then((collection) => {
        wanted.delete(key);
        if (collection) options.onChange(collection);
      })
      .catch((error: unknown) => {
        setTimeout(() => wanted.delete(key), RETRY_MS).unref();
        options.onError(error);
      });
  return {
    /** Creates the variants of a file. Concurrent calls share the work. Resolves also after an error. */
    async enqueue(key: string, file: StoredFile): Promise<void> {
      if (queue.isPaused) return;
      const made = wanted.get(key) ?? add(key, file);
      wanted.set(key, made);
      await made;
    },

    idle: (): Promise<void> => queue.onIdle(),

    stop(): Promise<void> {
      queue.pause();
      return queue.onPendingZero();
    },
  };
}

function createLists(files: Files, keepMs: number) {
  const lists = new Map<PictureCollection, { at: number; found: Promise<StoredFile[]> }>();
  const read = async (collection: PictureCollection) =>
    (await files.list(`${collection}/`)).toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
  return {
    get(collection: PictureCollection): Promise<StoredFile[]> {
      const cached = lists.get(collection);
      if (cached && performance.now() - cached.at < keepMs) return cached.found;
      const found = read(collection);
      lists.set(collection, { at: performance.now(), found });
      found.catch(() => lists.delete(collection));
      return found;
    },
    getAll: async () => (await Promise.all(PICTURE_COLLECTIONS.map(read))).flat(),
    forget: (collection: PictureCollection) => void lists.delete(collection),
  };
}

async function adopt({ documents, files, pictureFiles, get }: Options, stored: StoredFile) {
  const file = parseLegacyPictureFile(stored);
  if (!file) return null;
  const { collection, key } = file;
  // Another instance of the server may already have created the picture.
  if (await get(key)) return collection;
  const bytes = await files.get(stored.name);
  if (!bytes) return null;
  const prepared = await preparePicture(bytes, { shareable: hasSharePicture(file), old: true });
  // Throw instead of storing a refusal: the machine is busy, and a later attempt may succeed.
  if (!prepared.ok && prepared.reason === "too-slow") throw new Error(`${collection}: ${REASONS["too-slow"]}`);
  const made = prepared.ok ? encodedPictureFrom(file, prepared.value) : null;
  if (made) await pictureFiles.write(made.files);
  const refused = { key, collection, file: file.file, size: stored.size, made: null };
  const picture = made?.picture ?? { ...refused, refusal: prepared.ok ? null : prepared.reason };
  await documents.transaction(async (transaction) => {
    if (await transaction.get(PICTURES_COLLECTION, key)) return;
    transaction.create(PICTURES_COLLECTION, key, pictureContent({ ...picture, addedAt: stored.createdAt }));
  });
  return collection;
}
