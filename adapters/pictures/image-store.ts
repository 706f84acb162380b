/**
 * The pictures of a site, over a family's rows and files. Rows decide: all files of a picture are written before its row
 * and deleted after it, so that a crash leaves files without a row at worst, which `sweep` removes.
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
import type { NewPicture, Picture, PictureStore } from "#ports/picture-store.ts";
import { createAdoption } from "./adoption.ts";
import { copiedFiles } from "./copied-files.ts";
import { keptPictures } from "./kept-pictures.ts";
import { filesOf, isMade, type MadePicture, madeOf, type NewFiles } from "./picture-files.ts";
import { newest, shown } from "./shown.ts";

export type KeptImageStore = ImageStore & {
  /** Removes files that belong to no picture. Safe at any time. */
  sweep(): Promise<void>;
  /** Resolves when no picture of an existing project is being made. */
  idle(): Promise<void>;
  /** Ends the work in good order: the picture under way is finished. */
  stop(): Promise<void>;
};

type ImageStoreOptions = {
  store: PictureStore;
  imageProcessor: ImageProcessor;
  onChange: (collection: Collection) => void;
  onError: (error: unknown) => void;
};

/**
 * Makes the image store of one process.
 * @param store the family's rows and files
 * @param imageProcessor what makes the pictures
 * @param onChange called after every change that a reader can see, with where it was
 * @param onError hears why something failed that nobody waits for
 * @param onWarning hears, in a sentence without names, what is wrong with a picture of an existing project
 */
export function createImageStore({
  onChange = () => {},
  onError = () => {},
  onWarning = () => {},
  ...given
}: Pick<ImageStoreOptions, "store" | "imageProcessor"> &
  Partial<ImageStoreOptions> & { onWarning?: (sentence: string) => void }): KeptImageStore {
  const options = { ...given, onChange, onError };
  const adoption = createAdoption({ ...options, onWarning });
  /** Under it files are there whose row is not. */
  const saving = new PQueue({ concurrency: 1 });
  return {
    ...savers(options, saving),
    ...readers(options.store, adoption.want),
    ...keptPictures(options),
    sweep: () => saving.add(() => sweep(options.store)),
    idle: adoption.idle,
    stop: adoption.stop,
  };
}

function savers(
  { store, imageProcessor, onChange }: ImageStoreOptions,
  saving: PQueue,
): Pick<ImageStore, "save" | "copy"> {
  const keep = async (folder: PictureFolder, name: string, { made, files }: NewFiles, setAside: boolean) => {
    const picture = { path: "", folder, addedAt: new Date(), setAside, made };
    const kept = await saving.add(() => add(store, picture, name, files));
    onChange(folder.collection);
    return kept;
  };
  return {
    async save(folder, { name, bytes }, { hidden = false, focus = "" } = {}) {
      checkName(folder);
      const prepared = await imageProcessor.prepare(bytes, { shareable: isShared(folder), focus });
      if (!prepared.ok) return prepared;
      return accept(shown(await keep(folder, name, madeOf(newKey(), prepared.value, { focus }), hidden)));
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
  { folder, made, ...rest }: NewPicture,
  wanted: string,
  files: NewFiles["files"],
): Promise<MadePicture> {
  const { collection, id } = folder;
  const largest = files.get(variantName(made.key, made.width, "jpeg"));
  if (!largest) throw new Error("unreachable: a picture has a largest variant");
  try {
    await store.write(folder, files);
    const taken = new Set((await store.list(collection, id)).map(({ path }) => path));
    for (const name of fileNameCandidates(wanted)) {
      const path = `${collection}/${id}/${name}`;
      const kept = taken.has(path) ? null : await store.claim({ ...rest, path, folder, made }, largest);
      if (kept && isMade(kept)) return kept;
    }
    throw new Error("unreachable: there is always another name to try");
  } catch (fault) {
    // What this leaves in a store that does not answer is for `sweep`; the fault to tell of is the first one.
    await abandon(store, folder, made.key, [...files.keys()]).catch(() => {});
    throw fault;
  }
}

/** Takes back what a failed upload has left. */
async function abandon(
  store: PictureStore,
  { collection, id }: PictureFolder,
  key: string,
  names: string[],
): Promise<void> {
  for (const picture of await store.list(collection, id)) if (picture.made?.key === key) await store.remove(picture);
  await store.erase({ collection, id }, names);
}

/** @param want is asked for what was not made yet of an existing project's pictures */
function readers(
  store: PictureStore,
  want: (picture: Picture) => void,
): Pick<ImageStore, "findLast" | "findLastOfEach"> {
  const newestOf = (pictures: readonly Picture[]): StoredImage | null => newest(pictures, want);
  return {
    findLast: async ({ collection, id }) => newestOf(await store.list(collection, id)),

    async findLastOfEach(collection) {
      const byFolder = Map.groupBy(await store.list(collection), ({ folder }) => folder.id);
      const each = [...byFolder].map(([id, pictures]) => [id, newestOf(pictures)] as const);
      return new Map(each.filter((one): one is [string, StoredImage] => one[1] !== null));
    },
  };
}

async function sweep(store: PictureStore): Promise<void> {
  const owned = new Set<string>();
  for (const collection of PICTURE_COLLECTIONS)
    for (const picture of await store.list(collection)) for (const name of filesOf(picture)) owned.add(name);
  await store.sweep(owned);
}
