/**
 * Pictures of an existing project: a card that names none shows the last file of its folder `{collection}/{id}/`. What
 * can be shown of a file is made when somebody asks for it, under a key that derives from the file and its generation.
 */
import PQueue from "p-queue";
import {
  type Collection,
  isCollection,
  isShared,
  PICTURE_COLLECTIONS,
  type Picture,
  type PictureFolder,
} from "#domain/pictures/stored-image.ts";
import { type ImageRefusal, PICTURE_LIMITS } from "#domain/pictures/upload-limits.ts";
import { preparePicture } from "#images/prepare-picture.ts";
import type { Documents } from "#ports/documents.ts";
import type { Files, StoredFile } from "#ports/files.ts";
import { keyOf, pictureMadeOf } from "./making.ts";
import { contentOf, PICTURES } from "./picture.ts";
import type { PictureFiles } from "./picture-files.ts";

/** A file that could not be read just now is left alone for so long. */
const RETRY_MS = 5 * 60_000;

const WHY: Record<ImageRefusal, string> = {
  "too-heavy": "a picture over 25 MB is not shown",
  "too-large": "a picture over 60 megapixels is not shown",
  unreadable: "a file that is no picture, or a damaged one, is not shown",
};

type Options = {
  documents: Documents;
  files: Files;
  pictureFiles: PictureFiles;
  /** @returns a picture that has a document */
  get: (key: string) => Promise<Picture | null>;
  onChange: (collection: Collection) => void;
  onError: (error: unknown) => void;
  onWarning: (sentence: string) => void;
  /** How long a list of files may be used again. */
  keepMs: number;
};

/** What becomes of the last file of a folder: its picture, or what waits until that is made. */
export type Adopted = { readonly key: string; readonly picture: Picture | null; readonly made: Promise<unknown> };

/** @returns of a file its key, and where it is; null for what is none of a card (an empty folder, something deeper) */
export function fileOfCard({
  name,
  generation,
  size,
}: StoredFile): (PictureFolder & { key: string; file: string }) | null {
  const [collection = "", id = "", file = "", ...rest] = name.split("/");
  if (!isCollection(collection) || id === "" || file === "" || rest.length > 0 || size === 0) return null;
  return { collection, id, file, key: keyOf(`${name}#${generation}`) };
}

export function createAdoption(options: Options) {
  const { files, keepMs, get, onWarning } = options;
  const making = createQueue(options);
  const told = new Set<string>();
  const lists = createLists(files, keepMs);

  function warn(key: string, collection: Collection, refusal: ImageRefusal): void {
    if (!told.has(key)) onWarning(`${collection}: ${WHY[refusal]}`);
    told.add(key);
  }

  /** @returns the newest file of a folder that can be shown, or may be once it is made; null when there is none */
  async function find({ collection, id }: PictureFolder): Promise<Adopted | null> {
    for (const stored of await lists.get(collection)) {
      const file = fileOfCard(stored);
      if (file?.id !== id) continue;
      const { key } = file;
      if (stored.size > PICTURE_LIMITS.bytes) {
        warn(key, collection, "too-heavy");
        continue;
      }
      const picture = await get(key);
      if (picture?.refusal) warn(key, collection, picture.refusal);
      else return { key, picture, made: picture ? Promise.resolve() : making.want(key, stored) };
    }
    return null;
  }

  return {
    find,

    /** As `Pictures.adopt`. */
    async adopt(folder: PictureFolder): Promise<string | null> {
      for (let tried = ""; ; ) {
        lists.forget(folder.collection);
        const found = await find(folder);
        if (!found || found.picture) return found?.key ?? null;
        // The card must not lose its picture because its file cannot be read just now.
        if (found.key === tried) throw new Error("A picture of an existing project cannot be adopted just now.");
        await found.made;
        tried = found.key;
      }
    },

    /** @returns keys of the files that cards show without naming them */
    keys: async (): Promise<ReadonlySet<string>> =>
      new Set((await lists.getAll()).flatMap((stored) => fileOfCard(stored)?.key ?? [])),

    idle: making.idle,
    stop: making.stop,
  };
}

/** The making of what can be shown of files, one after the other. */
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
      .catch((fault: unknown) => {
        setTimeout(() => wanted.delete(key), RETRY_MS).unref();
        options.onError(fault);
      });
  return {
    /** Queues a file, once; none any more when this ends. @returns when it is made */
    async want(key: string, file: StoredFile): Promise<void> {
      if (queue.isPaused) return;
      const made = wanted.get(key) ?? add(key, file);
      wanted.set(key, made);
      await made;
    },

    /** Resolves when no picture is being made. */
    idle: (): Promise<void> => queue.onIdle(),

    /** Drops what has not begun, now and later. Resolves when the picture under way is done. */
    stop(): Promise<void> {
      queue.pause();
      return queue.onPendingZero();
    },
  };
}

/** Lists of the files of a collection, newest first, each kept for a while. */
function createLists(files: Files, keepMs: number) {
  const lists = new Map<Collection, { at: number; found: Promise<StoredFile[]> }>();
  const read = async (collection: Collection) =>
    (await files.list(`${collection}/`)).toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
  return {
    get(collection: Collection): Promise<StoredFile[]> {
      const kept = lists.get(collection);
      if (kept && performance.now() - kept.at < keepMs) return kept.found;
      const found = read(collection);
      lists.set(collection, { at: performance.now(), found });
      found.catch(() => lists.delete(collection));
      return found;
    },
    getAll: async () => (await Promise.all(PICTURE_COLLECTIONS.map(read))).flat(),
    forget: (collection: Collection) => void lists.delete(collection),
  };
}

/** @returns where it was; null when the file is gone */
async function adopt({ documents, files, pictureFiles, get }: Options, stored: StoredFile) {
  const file = fileOfCard(stored);
  if (!file) return null;
  const { collection, key } = file;
  // Another instance may have been faster.
  if (await get(key)) return collection;
  const bytes = await files.get(stored.name);
  if (!bytes) return null;
  const prepared = await preparePicture(bytes, { shareable: isShared(file), old: true });
  const made = prepared.ok ? pictureMadeOf(file, prepared.value) : null;
  if (made) await pictureFiles.write(made.files);
  const refused = { key, collection, file: file.file, size: stored.size, made: null };
  const picture = made?.picture ?? { ...refused, refusal: prepared.ok ? null : prepared.reason };
  await documents.transaction(async (transaction) => {
    if (await transaction.get(PICTURES, key)) return;
    transaction.create(PICTURES, key, contentOf({ ...picture, addedAt: stored.createdAt }));
  });
  return collection;
}
