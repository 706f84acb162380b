/**
 * The pictures of a site. What visitors may see derives from the documents that name a picture; nothing else says whether
 * it is hidden. All files of a picture are there before its document, which comes with the first document that names it.
 */
import { LRUCache } from "lru-cache";
import type { Focus } from "#domain/pictures/focus.ts";
import type { Collection, MadePicture, Picture, PictureFolder, StoredImage } from "#domain/pictures/stored-image.ts";
import type { ImageRefusal, SentFile } from "#domain/pictures/upload-limits.ts";
import type { Result } from "#domain/result.ts";
import type { Documents, StoredDocument } from "#ports/documents.ts";
import type { Files } from "#ports/files.ts";
import { createAdoption } from "./adoption.ts";
import { createMaking } from "./making.ts";
import { createOriginals } from "./originals.ts";
import { deleteUnnamed, isMade, isPictureKey, listUnnamed, PICTURES, pictureOf } from "./picture.ts";
import { createPictureFiles } from "./picture-files.ts";
import { createReading } from "./reading.ts";
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

export function createPictures(options: Options): ServedPictures {
  const { documents, files, memory = { bytes: 0, ms: 0 }, olderSite = false } = options;
  const { onChange = () => {}, onError = () => {}, onWarning = () => {} } = options;
  const pictureFiles = createPictureFiles(documents, files);
  const visible = createVisible(documents);
  const known = createKnown(documents);
  const { get } = known;
  const common = { documents, files, pictureFiles, onError };
  const adoption = olderSite
    ? createAdoption({ ...common, get: known.find, onChange, onWarning, keepMs: memory.ms })
    : null;
  const originals = olderSite ? createOriginals({ ...common, visible, get }) : null;
  async function collect(keys: readonly string[]): Promise<void> {
    for (const key of new Set(keys)) {
      const picture = await deleteUnnamed(documents, key);
      known.forget(key);
      if (picture) await pictureFiles.erase(picture);
    }
  }

  return {
    ...createMaking({ pictureFiles, get }),
    ...createReading({ visible, adoption, get, pictureFiles, cacheBytes: memory.bytes }),
    get,
    async readJpeg(key, size) {
      const picture = await get(key);
      return picture && pictureFiles.readJpeg(picture, size);
    },
    adopt: async (folder) => (await adoption?.adopt(folder)) ?? null,

    collect,
    async collectAll(before) {
      const unnamed = await listUnnamed(documents);
      const adopted = unnamed.length > 0 ? await adoption?.keys() : null;
      await collect(unnamed.filter((key) => !adopted?.has(key)));
      await pictureFiles.sweep(before);
      await originals?.mend();
    },
    eraseFolder: async (folder, before) => originals?.erase(folder, before),
    sweep: pictureFiles.sweep,

    hear(source, found) {
      const changed = visible.hear(source, found);
      if (changed.length > 0) void originals?.settleAll(changed);
    },
    idle: async () => void (await Promise.all([adoption?.idle(), originals?.idle()])),
    stop: async () => void (await Promise.all([adoption?.stop(), originals?.stop()])),
  };
}

/** Documents of pictures that are kept in memory: they never change. */
const KNOWN_MAX = 5000;

function createKnown(documents: Documents) {
  const known = new LRUCache<string, Picture>({ max: KNOWN_MAX });
  async function find(key: string): Promise<Picture | null> {
    const kept = known.get(key);
    if (kept || !isPictureKey(key)) return kept ?? null;
    const document = await documents.get(PICTURES, key);
    const picture = document && pictureOf(document);
    if (picture) known.set(key, picture);
    return picture;
  }
  return {
    /** @returns also a file of the older site of which nothing can be made */
    find,
    async get(key: string): Promise<MadePicture | null> {
      const picture = await find(key);
      return picture && isMade(picture) ? picture : null;
    },
    forget: (key: string) => void known.delete(key),
  };
}
