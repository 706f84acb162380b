import { setTimeout as pause } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import type { FocalPoint } from "#domain/pictures/focal-point.ts";
import type {
  EncodedPicture,
  Picture,
  PictureCollection,
  PictureFolder,
  ShownPicture,
} from "#domain/pictures/picture.ts";
import type { ImageRefusal, UploadedFile } from "#domain/pictures/upload-limits.ts";
import type { Result } from "#domain/result.ts";
import type { Documents, StoredDocument } from "#ports/documents.ts";
import type { Files } from "#ports/files.ts";
import { createLegacyPictures } from "./adoption.ts";
import { createPictureWriter } from "./making.ts";
import { createLegacyOriginals } from "./originals.ts";
import {
  deleteUnreferencedPicture,
  isPictureEncoded,
  isPictureKey,
  listUnreferencedPictures,
  PICTURES_COLLECTION,
  pictureFromDocument,
} from "./picture.ts";
import { createPictureFileStore } from "./picture-files.ts";
import { createPictureReader } from "./reading.ts";
import { createVisiblePictures, type WatchedPictureSource } from "./visible.ts";

/**
 * Pictures, as WebP and JPEG 480, 960 and 1600 pixels wide, never enlarged, without metadata. A picture is public if a
 * public document references it. Methods return null for a missing picture. Methods throw if the store is unavailable.
 */
export interface PictureStore {
  /** Writes the files of a picture. Without a reference in a document, the files are deleted after a day. */
  prepare(
    collection: PictureCollection,
    file: UploadedFile,
    focus?: FocalPoint,
  ): Promise<Result<EncodedPicture, ImageRefusal>>;
  /** Like `prepare`, but from an existing picture, with another focus. */
  refocus(key: string, focus: FocalPoint): Promise<EncodedPicture | null>;
  /** Deletes the files of a prepared picture that no document will reference. */
  discard(picture: EncodedPicture): Promise<void>;
  get(key: string): Promise<EncodedPicture | null>;
  /** @returns the JPEG with the smallest or the largest width */
  readJpeg(key: string, size: "small" | "large"): Promise<Uint8Array | null>;
  /** @returns the public picture of a member, an event or the home page; null if none */
  find(folder: PictureFolder): Promise<ShownPicture | null>;
  /** @returns the public pictures of a collection, by id of the member or event */
  findAll(collection: PictureCollection): Promise<ReadonlyMap<string, ShownPicture>>;
  /** Imports the newest file in a folder of the older Firebase site. @returns the picture's key; null if none */
  adopt(folder: PictureFolder): Promise<string | null>;
  /** Deletes pictures with their files. Keeps a picture that a document references. */
  collect(keys: readonly string[]): Promise<void>;
  /** Calls `collect` for all pictures. Deletes files older than `before` that have no document. */
  collectAll(before: Date): Promise<void>;
  /** Deletes the older Firebase site's files of an erased member or event. Files newer than `before` stay. */
  eraseFolder(folder: PictureFolder, before: Date): Promise<void>;
}

export type ServedPictureStore = PictureStore & {
  /** @returns the file of `/images/{collection}/{id}/{file}`; null if not public; "later" while the file is created */
  readPictureFile(collection: string, id: string, file: string): Promise<Uint8Array | null | "later">;
  /** Call `onWatch` after each change of `source`. @param found all documents; null if changes cannot be watched */
  onWatch(source: WatchedPictureSource, found: readonly StoredDocument[] | null): void;
  sweep(before: Date): Promise<void>;
  idle(): Promise<void>;
  stop(): Promise<void>;
};

type Options = {
  documents: Documents;
  files: Files;
  /** True if the older Firebase site uses the same files, or has used them. */
  olderSite?: boolean;
  onChange?: (collection: PictureCollection) => void;
  onError?: (error: unknown) => void;
  onWarning?: (sentence: string) => void;
  /**
   * Size of the cache: `bytes` of file contents. Lists of files are cached for `ms` milliseconds. By default, nothing
   * is cached.
   */
  memory?: { bytes: number; ms: number };
};

/**
 * Pause between two deletions. Without the pause, each of the ten steps of a form would wait for a deletion: 0.5 s in
 * all.
 */
const REST_MS = 20;

export function createPictureStore(options: Options): ServedPictureStore {
  const { documents, files, memory = { bytes: 0, ms: 0 }, olderSite = false } = options;
  const { onChange = () => {}, onError = () => {}, onWarning = () => {} } = options;
  const pictureFiles = createPictureFileStore(documents, files);
  const visible = createVisiblePictures(documents);
  const cache = createKnown(documents);
  const { get } = cache;
  const common = { documents, files, pictureFiles, onError };
  const adoption = olderSite
    ? createLegacyPictures({ ...common, get: cache.find, onChange, onWarning, keepMs: memory.ms })
    : null;
  const originals = olderSite ? createLegacyOriginals({ ...common, visible, get }) : null;
  async function collect(keys: readonly string[]): Promise<void> {
    for (const [rank, key] of [...new Set(keys)].entries()) {
      if (rank > 0) await pause(REST_MS);
      const picture = await deleteUnreferencedPicture(documents, key);
      cache.forget(key);
      if (picture) await pictureFiles.erase(picture);
    }
  }

  return {
    ...createPictureWriter({ pictureFiles, get }),
    ...createPictureReader({ visible, adoption, get, pictureFiles, cacheBytes: memory.bytes }),
    get,
    async readJpeg(key, size) {
      const picture = await get(key);
      return picture && pictureFiles.readJpeg(picture, size);
    },
    adopt: async (folder) => (await adoption?.adopt(folder)) ?? null,

    collect,
    async collectAll(before) {
      const unnamed = await listUnreferencedPictures(documents);
      const adopted = unnamed.length > 0 ? await adoption?.keys() : null;
      await collect(unnamed.filter((key) => !adopted?.has(key)));
      await pictureFiles.sweep(before);
      await originals?.repair();
    },
    eraseFolder: async (folder, before) => originals?.erase(folder, before),
    sweep: pictureFiles.sweep,

    onWatch(source, found) {
      const changed = visible.update(source, found);
      if (changed.length > 0) void originals?.settleAll(changed);
    },
    idle: async () => void (await Promise.all([adoption?.idle(), originals?.idle()])),
    stop: async () => void (await Promise.all([adoption?.stop(), originals?.stop()])),
  };
}

/** Maximum number of cached documents. A cached document never expires, because pictures never change. */
const KNOWN_MAX = 5000;

function createKnown(documents: Documents) {
  const cache = new LRUCache<string, Picture>({ max: KNOWN_MAX });
  async function find(key: string): Promise<Picture | null> {
    const cached = cache.get(key);
    if (cached || !isPictureKey(key)) return cached ?? null;
    const document = await documents.get(PICTURES_COLLECTION, key);
    const picture = document && pictureFromDocument(document);
    if (picture) cache.set(key, picture);
    return picture;
  }
  return {
    find,
    async get(key: string): Promise<EncodedPicture | null> {
      const picture = await find(key);
      return picture && isPictureEncoded(picture) ? picture : null;
    },
    forget: (key: string) => void cache.delete(key),
  };
}
