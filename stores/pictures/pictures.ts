/**
 * The pictures of a site. Documents decide: all files of a picture are written before its document and deleted after it,
 * so that a crash leaves files without a document at worst, which `sweep` removes.
 */
import { randomBytes } from "node:crypto";
import PQueue from "p-queue";
import { isSegment } from "#domain/identifiers.ts";
import { fileNameCandidates, variantName } from "#domain/pictures/picture-variants.ts";
import {
  type Collection,
  isShared,
  PICTURE_COLLECTIONS,
  type PictureFolder,
  type StoredImage,
} from "#domain/pictures/stored-image.ts";
import { accept } from "#domain/result.ts";
import type { ImageProcessor } from "#ports/image-processor.ts";
import type { ImageStore } from "#ports/image-store.ts";
import { createAdoption } from "./adoption.ts";
import { copiedFiles } from "./copied-files.ts";
import { keptPictures } from "./kept-pictures.ts";
import type { MadePicture, Picture } from "./picture.ts";
import { filesOf, madeOf, type NewFiles } from "./picture-files.ts";
import type { PictureStore } from "./picture-store.ts";
import { createServedFiles, type ServedFiles } from "./served-files.ts";
import { newest, shown } from "./shown.ts";

export type KeptPictures = ImageStore &
  ServedFiles & {
    /** Removes files that belong to no picture and were written before. */
    sweep(before: Date): Promise<void>;
    /** Resolves when no picture of an existing project is being made. */
    idle(): Promise<void>;
    /** Ends the work in good order: the picture under way is finished. */
    stop(): Promise<void>;
  };

type Options = {
  store: PictureStore;
  imageProcessor: ImageProcessor;
  /** Called after every change that a reader can see, with where it was. */
  onChange: (collection: Collection) => void;
  /** Hears why something failed that nobody waits for. */
  onError: (error: unknown) => void;
  /** Hears, in a sentence without names, what is wrong with a picture of an existing project. */
  onWarning: (sentence: string) => void;
  /** What is kept in memory, where reading costs: bytes of files, and for so long what pages show. Absent: nothing. */
  memory: { bytes: number; ms: number };
};

/** Makes the pictures of one process. */
export function createPictures({
  onChange = () => {},
  onError = () => {},
  onWarning = () => {},
  memory = { bytes: 0, ms: 0 },
  ...given
}: Pick<Options, "store" | "imageProcessor"> & Partial<Options>): KeptPictures {
  const served = createServedFiles(given.store, memory.bytes);
  const tell = (collection: Collection) => {
    shownHere.forgetList(collection);
    onChange(collection);
  };
  const options = { ...given, onError, onWarning, memory, onChange: tell };
  const adoption = createAdoption(options);
  const shownHere = readers(given.store, adoption.want, memory.ms);
  /** Under it files are there whose document is not. */
  const saving = new PQueue({ concurrency: 1 });
  return {
    ...savers(options, saving),
    ...shownHere,
    ...keptPictures({ ...options, forget: served.forgetPicture }),
    readServed: served.readServed,
    forget(collection) {
      served.forget(collection);
      shownHere.forgetList(collection);
    },
    sweep: (before) => saving.add(() => sweep(given.store, before)),
    idle: adoption.idle,
    stop: adoption.stop,
  };
}

function savers({ store, imageProcessor, onChange }: Options, saving: PQueue): Pick<ImageStore, "save" | "copy"> {
  const keep = async (folder: PictureFolder, name: string, files: NewFiles, setAside: boolean) => {
    const kept = await saving.add(() => add(store, folder, name, files, setAside));
    onChange(folder.collection);
    return kept;
  };
  return {
    async save(folder, { name, bytes }, { hidden = false, focus = "" } = {}) {
      checkName(folder);
      const prepared = await imageProcessor.prepare(bytes, { shareable: isShared(folder), focus });
      if (!prepared.ok) return prepared;
      return accept(shown(await keep(folder, name, madeOf(newKey(), prepared.value, focus), hidden)));
    },
    async copy(path, folder, { hidden = false, focus } = {}) {
      checkName(folder);
      const picture = await store.find(path);
      const copied = picture && (await copiedFiles({ store, imageProcessor }, picture, folder, newKey(), focus));
      if (!copied) return null;
      return (await keep(folder, path.slice(path.lastIndexOf("/") + 1), copied, hidden)).path;
    },
  };
}

function checkName({ id }: PictureFolder): void {
  if (!isSegment(id)) throw new Error("The identifier of a folder of pictures cannot be a folder's name.");
}

/** Never the same twice: taking one picture away can then never take another one's files. */
const newKey = (): string => randomBytes(10).toString("hex");

/** @param wanted as it was sent: the picture gets the first free name of its folder */
async function add(
  store: PictureStore,
  folder: PictureFolder,
  wanted: string,
  { key, made, files }: NewFiles,
  setAside: boolean,
): Promise<MadePicture> {
  const { collection, id } = folder;
  const largest = files.get(variantName(key, made.width, "jpeg"));
  if (!largest) throw new Error("unreachable: a picture has a largest variant");
  const rest = { folder, setAside, size: largest.byteLength, old: false, made, refusal: null };
  const picture = { ...rest, key, path: "", addedAt: new Date() };
  try {
    await store.write(files);
    const taken = new Set((await store.list(collection, id)).map(({ path }) => path));
    for (const name of fileNameCandidates(wanted)) {
      picture.path = `${collection}/${id}/${name}`;
      if (!taken.has(picture.path) && (await store.claim(picture, largest))) return picture;
    }
    throw new Error("unreachable: there is always another name to try");
  } catch (fault) {
    // What this leaves in a store that does not answer is for `sweep`; the fault to tell of is the first one.
    await abandon(store, picture, [...files.keys()]).catch(() => {});
    throw fault;
  }
}

/** Takes back what a failed upload has left. */
async function abandon(store: PictureStore, { key }: Picture, names: string[]): Promise<void> {
  const added = await store.get(key);
  if (added) await store.remove(added);
  await store.erase(names);
}

/**
 * @param want is asked for what was not made yet of an existing project's pictures
 * @param keepMs how long a list of a collection may be shown again; 0: it is not kept
 */
function readers(store: PictureStore, want: (picture: Picture) => void, keepMs: number) {
  const lists = new Map<string, { at: number; pictures: Promise<Picture[]> }>();
  async function list(collection: Collection): Promise<Picture[]> {
    const kept = lists.get(collection);
    if (kept && performance.now() - kept.at < keepMs) return kept.pictures;
    const pictures = store.list(collection);
    if (keepMs > 0) lists.set(collection, { at: performance.now(), pictures });
    return pictures.catch((fault: unknown) => {
      lists.delete(collection);
      throw fault;
    });
  }

  return {
    async findLast({ collection, id }: PictureFolder): Promise<StoredImage | null> {
      const pictures = keepMs > 0 ? await list(collection) : await store.list(collection, id);
      return newest(
        pictures.filter(({ folder }) => folder.id === id),
        want,
      );
    },

    async findLastOfEach(collection: Collection): Promise<ReadonlyMap<string, StoredImage>> {
      const byFolder = Map.groupBy(await list(collection), ({ folder }) => folder.id);
      const each = [...byFolder].map(([id, pictures]) => [id, newest(pictures, want)] as const);
      return new Map(each.filter((one): one is [string, StoredImage] => one[1] !== null));
    },

    forgetList: (collection: string) => void lists.delete(collection),
  };
}

async function sweep(store: PictureStore, before: Date): Promise<void> {
  const owned = new Set<string>();
  for (const collection of PICTURE_COLLECTIONS)
    for (const picture of await store.list(collection)) for (const name of filesOf(picture)) owned.add(name);
  await store.sweep(owned, before);
}
