/**
 * The pictures of a site. What visitors may see derives from the documents that name a picture; nothing else says whether
 * it is hidden. All files of a picture are there before its document, which comes with the first document that names it.
 */
import { LRUCache } from "lru-cache";
import type { Focus } from "#domain/pictures/focus.ts";
import { isServed, sharePictureName, variantName } from "#domain/pictures/picture-variants.ts";
import {
  type Collection,
  isCollection,
  isShared,
  type MadePicture,
  type Picture,
  type PictureFolder,
  type StoredImage,
} from "#domain/pictures/stored-image.ts";
import type { ImageRefusal, SentFile } from "#domain/pictures/upload-limits.ts";
import { accept, type Result } from "#domain/result.ts";
import type { Documents, StoredDocument } from "#ports/documents.ts";
import type { Files } from "#ports/files.ts";
import type { ImageProcessor } from "#ports/image-processor.ts";
import { createAdoption, fileOfCard } from "./adoption.ts";
import { createOriginals } from "./originals.ts";
import { deleteUnnamed, isMade, isPictureKey, listUnnamed, PICTURES, pictureOf } from "./picture.ts";
import { createPictureFiles, fileNameOf, filesOf, newKey, type PictureFiles, pictureMadeOf } from "./picture-files.ts";
import { storedImageOf } from "./stored-image-of.ts";
import { createVisible, type NamingCollection } from "./visible.ts";

/**
 * Pictures: decoded, turned upright, stripped of metadata, encoded to WebP and JPEG at 480, 960 and 1600 pixels of width
 * (never enlarged). Every method throws when the store does not answer.
 */
export interface Pictures {
  /**
   * Makes all files of a picture. Its document comes with the one that names it first; what no document names within a day
   * goes.
   * @param focus the point that crops keep in sight
   * @returns or why the file was refused; nothing is kept of a refused file
   */
  prepare(collection: Collection, file: SentFile, focus?: Focus): Promise<Result<MadePicture, ImageRefusal>>;

  /** As `prepare`, of a picture that is there. @returns null when it is gone */
  refocus(key: string, focus: Focus): Promise<MadePicture | null>;

  /** Deletes the files of a prepared picture that no document names. */
  discard(picture: MadePicture): Promise<void>;

  /** @returns a picture that has a document, whoever may see it; null when it is gone */
  get(key: string): Promise<MadePicture | null>;

  /** @returns a JPEG of it, the narrowest or the widest; null when it is gone */
  readJpeg(key: string, size: "small" | "large"): Promise<Uint8Array | null>;

  /** @returns the picture that visitors see of a card or the home page; null for none, also while it is being adopted */
  find(folder: PictureFolder): Promise<StoredImage | null>;

  /** @returns the pictures that visitors see of a collection, by id of their card */
  findAll(collection: Collection): Promise<ReadonlyMap<string, StoredImage>>;

  /** @returns key of the last file of a folder that the older site wrote, once it is made; null when there is none */
  adopt(folder: PictureFolder): Promise<string | null>;

  /** Deletes pictures, and their files at once, that no card, no settings and no line of the journal name. */
  collect(keys: readonly string[]): Promise<void>;

  /** `collect` for all pictures; files without a document that were written before an instant go, too. */
  collectAll(before: Date): Promise<void>;

  /** Deletes what the older site left in the folder of a card that is gone for good since an instant. */
  eraseFolder(folder: PictureFolder, before: Date): Promise<void>;
}

/** The pictures of one process, with what only the server asks of them. */
export type ServedPictures = Pictures & {
  /**
   * @returns the file behind `/images/{collection}/{id}/{file}`; null when there is none that visitors see, "later" while it
   * is still being made
   */
  readServed(collection: string, id: string, file: string): Promise<Uint8Array | null | "later">;
  /** Takes what a watch on a collection found; null: it is down. Without watches everything is read anew. */
  hear(source: NamingCollection, found: readonly StoredDocument[] | null): void;
  /** Deletes files that belong to no picture and were written before an instant. */
  sweep(before: Date): Promise<void>;
  /** Resolves when no picture of an existing project is being made. */
  idle(): Promise<void>;
  /** Ends the work in good order: the picture under way is finished. */
  stop(): Promise<void>;
};

type Options = {
  documents: Documents;
  files: Files;
  imageProcessor: ImageProcessor;
  /** Whether an older site may have put its pictures among the files, and looks for this one's there. */
  olderSite?: boolean;
  /** Where a picture of an existing project can be seen from now on. */
  onChange?: (collection: Collection) => void;
  /** Hears why something failed that nobody waits for. */
  onError?: (error: unknown) => void;
  /** Hears, in a sentence without names, what is wrong with a picture of an existing project. */
  onWarning?: (sentence: string) => void;
  /** What is kept in memory, where reading costs: bytes of files, and for so long lists of files. Absent: nothing. */
  memory?: { bytes: number; ms: number };
};

/** Documents of pictures, which never change, that are kept in memory. */
const KNOWN_MAX = 5000;
/** So long an image request waits for a picture that is being adopted. */
const ADOPTION_WAIT_MS = 20_000;

export function createPictures(options: Options): ServedPictures {
  const {
    documents,
    files,
    onChange = () => {},
    onError = () => {},
    onWarning = () => {},
    olderSite = false,
  } = options;
  const { imageProcessor, memory = { bytes: 0, ms: 0 } } = options;
  const pictureFiles = createPictureFiles(documents, files);
  const visible = createVisible(documents);
  const known = new LRUCache<string, Picture>({ max: KNOWN_MAX });
  async function getAny(key: string): Promise<Picture | null> {
    if (!isPictureKey(key)) return null;
    const document = known.has(key) ? null : await documents.get(PICTURES, key);
    const picture = known.get(key) ?? (document && pictureOf(document));
    if (picture) known.set(key, picture);
    return picture;
  }
  const get = async (key: string): Promise<MadePicture | null> => {
    const picture = await getAny(key);
    return picture && isMade(picture) ? picture : null;
  };
  const common = { documents, files, pictureFiles, imageProcessor, onError };
  const adoption = olderSite
    ? createAdoption({ ...common, get: getAny, onChange, onWarning, keepMs: memory.ms })
    : null;
  const originals = olderSite ? createOriginals({ ...common, visible, get }) : null;

  return {
    ...makers({ imageProcessor, pictureFiles, get }),
    get,
    async readJpeg(key, size) {
      const picture = await get(key);
      return picture && pictureFiles.readJpeg(picture, size);
    },
    ...readers({ visible, adoption, get, pictureFiles, cacheBytes: memory.bytes }),

    async adopt(folder) {
      adoption?.forgetList(folder.collection);
      for (;;) {
        const found = await adoption?.find(folder);
        if (!found || found.picture) return found?.key ?? null;
        await found.made;
        // What cannot be made just now has no picture to name; an older file may have one.
        if (!(await getAny(found.key))) return null;
      }
    },

    async collect(keys) {
      for (const key of new Set(keys)) {
        const picture = await deleteUnnamed(documents, key);
        known.delete(key);
        if (picture) await pictureFiles.erase(picture);
      }
    },
    async collectAll(before) {
      const unnamed = await listUnnamed(documents);
      const adopted = new Set(olderSite ? await keysOfFiles(files, unnamed.length) : []);
      await this.collect(unnamed.filter((key) => !adopted.has(key)));
      await pictureFiles.sweep(before);
      await originals?.mend();
    },
    eraseFolder: async (folder, before) => originals?.erase(folder, before),

    hear(source, found) {
      const changed = visible.hear(source, found);
      if (originals && changed.length > 0) void originals.settleAll(changed);
    },
    sweep: pictureFiles.sweep,
    idle: async () => void (await Promise.all([adoption?.idle(), originals?.idle()])),
    stop: async () => void (await Promise.all([adoption?.stop(), originals?.stop()])),
  };
}

/** @returns keys of the files of an existing project, which are named by no document. @param wanted 0: none is looked for */
async function keysOfFiles(files: Files, wanted: number): Promise<string[]> {
  if (wanted === 0) return [];
  const lists = await Promise.all(["evenements/", "membres/"].map((prefix) => files.list(prefix)));
  return lists.flat().flatMap((file) => fileOfCard(file)?.key ?? []);
}

type Maker = { imageProcessor: ImageProcessor; pictureFiles: PictureFiles; get: Pictures["get"] };

function makers({ imageProcessor, pictureFiles, get }: Maker): Pick<Pictures, "prepare" | "refocus" | "discard"> {
  return {
    async prepare(collection, { name, bytes }, focus = "") {
      const prepared = await imageProcessor.prepare(bytes, { shareable: isShared({ collection }), focus });
      if (!prepared.ok) return prepared;
      const place = { key: newKey(), collection, file: fileNameOf(name) };
      const { picture, files } = pictureMadeOf(place, prepared.value, focus);
      await pictureFiles.write(files);
      return accept(picture);
    },

    async refocus(from, focus) {
      const model = await get(from);
      if (!model) return null;
      const key = newKey();
      const files = new Map<string, Uint8Array>();
      for (const name of filesOf(model)) {
        const bytes = await pictureFiles.read(name);
        if (!bytes) return null;
        files.set(name.replace(from, key), bytes);
      }
      const largest = files.get(variantName(key, model.made.width, "jpeg"));
      if (isShared(model) && largest)
        files.set(sharePictureName(key), await imageProcessor.encodeSharePicture(largest, focus));
      await pictureFiles.write(files);
      return { ...model, key, addedAt: new Date(), made: { ...model.made, focus } };
    },

    discard: (picture) => pictureFiles.erase(picture),
  };
}

type Readers = {
  visible: ReturnType<typeof createVisible>;
  adoption: ReturnType<typeof createAdoption> | null;
  get: Pictures["get"];
  pictureFiles: PictureFiles;
  cacheBytes: number;
};

function readers({ visible, adoption, get, pictureFiles, cacheBytes }: Readers) {
  const cache =
    cacheBytes > 0
      ? new LRUCache<string, Uint8Array>({
          ...{ maxSize: cacheBytes, sizeCalculation: ({ byteLength }) => byteLength || 1 },
          fetchMethod: async (name) => (await pictureFiles.read(name)) ?? undefined,
        })
      : null;
  const bytesOf = async (name: string) => (cache ? ((await cache.fetch(name)) ?? null) : pictureFiles.read(name));

  async function imageOf(folder: PictureFolder, shown: string | null | undefined): Promise<StoredImage | null> {
    const key = shown === undefined ? ((await adoption?.find(folder))?.key ?? null) : shown;
    const picture = key === null ? null : await get(key);
    return picture && storedImageOf(folder, picture);
  }

  /** @returns whether visitors see a picture there; "later" while it is being made */
  async function isSeen(folder: PictureFolder, key: string, shown: string | null | undefined) {
    if (shown !== undefined) return shown === key;
    const adopted = await adoption?.find(folder);
    if (adopted?.key !== key) return false;
    if (adopted.picture) return true;
    await withinWait(adopted.made);
    return (await get(key)) ? true : "later";
  }

  const find: Pictures["find"] = async (folder) => imageOf(folder, await visible.find(folder));
  const findAll: Pictures["findAll"] = async (collection) => {
    const all = await Promise.all(
      [...(await visible.findAll(collection))].map(async ([id, shown]) => ({
        id,
        image: await imageOf({ collection, id }, shown),
      })),
    );
    return new Map(all.flatMap(({ id, image }) => (image ? [[id, image] as const] : [])));
  };
  const readServed: ServedPictures["readServed"] = async (collection, id, file) => {
    if (!isServed(file) || !isCollection(collection)) return null;
    const [folder, key] = [{ collection, id }, file.slice(0, 20)];
    // What is held may be a moment old: nothing is refused before it was read anew.
    const seen =
      (await isSeen(folder, key, await visible.find(folder))) ||
      (await isSeen(folder, key, await visible.read(folder)));
    return seen === true ? bytesOf(file) : seen || null;
  };
  return { find, findAll, readServed };
}

async function withinWait(made: Promise<unknown>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ADOPTION_WAIT_MS);
  await Promise.race([made, promise]);
  clearTimeout(timer);
}
