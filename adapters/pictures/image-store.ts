/**
 * The pictures of a site, over a family's rows and files. Rows decide: files are written before their row and deleted
 * after it, so that a crash leaves files without a row at worst, which `resume` removes.
 */
import { randomBytes } from "node:crypto";
import PQueue from "p-queue";
import { isSegment } from "#domain/identifiers.ts";
import type { Focus } from "#domain/pictures/focus.ts";
import { fileNameCandidates, sharePictureName, variantName } from "#domain/pictures/picture-variants.ts";
import { PICTURE_COLLECTIONS, type PictureFolder, type StoredImage } from "#domain/pictures/stored-image.ts";
import { accept } from "#domain/result.ts";
import type { ImageProcessor } from "#ports/image-processor.ts";
import type { ImageStore } from "#ports/image-store.ts";
import type { NewPicture, Picture, PictureStore } from "#ports/picture-store.ts";
import { copiedFiles } from "./copied-files.ts";
import { keptPictures } from "./kept-pictures.ts";
import { filesOf, isMade, isShared, type MadePicture, madeOf, type NewFiles } from "./picture-files.ts";
import { newest, shown } from "./shown.ts";
import { Workshop, type WorkshopOptions } from "./workshop.ts";

export type KeptImageStore = ImageStore & {
  /**
   * Takes up the work that an earlier process left: removes files that belong to no picture, then makes what is missing
   * or damaged. Resolves when the files are removed and the work is queued. Safe at any time.
   */
  resume(): Promise<void>;
  /** Resolves when no work is left. */
  idle(): Promise<void>;
  /** Ends the work in good order: the part under way is finished, `resume` takes up the rest another time. */
  stop(): Promise<void>;
};

type Options = Pick<WorkshopOptions, "store" | "imageProcessor"> & Partial<WorkshopOptions>;

/**
 * Makes the image store of one process.
 * @param store the family's rows and files
 * @param imageProcessor what makes the pictures
 * @param onChange called after every change that a reader can see, with where it was; once the last part of a picture is
 * there, not for each
 * @param onError hears why later work failed; the picture keeps what it has, and the next `resume` tries again
 * @param onDamage hears the path of a picture that has lost files and the source to make them from: only a backup or a
 * new upload brings them back
 * @param onWarning hears, in a sentence without names, what is wrong with a picture of an existing project
 */
export function createImageStore({
  onChange = () => {},
  onError = () => {},
  onDamage = () => {},
  onWarning = () => {},
  ...given
}: Options): KeptImageStore {
  const options = { ...given, onChange, onError, onDamage, onWarning };
  const workshop = new Workshop(options);
  /** Under it files are there whose row is not. */
  const saving = new PQueue({ concurrency: 1 });
  return {
    ...savers(options, workshop, saving),
    ...readers(options.store, workshop),
    ...keptPictures(options),
    async resume() {
      await workshop.later(() => saving.add(() => sweep(options.store)));
      void workshop.later(() => workshop.takeUp());
    },
    idle: workshop.idle,
    stop: workshop.stop,
  };
}

function savers(options: WorkshopOptions, workshop: Workshop, saving: PQueue): Pick<ImageStore, "save" | "copy"> {
  const { store, imageProcessor, onChange } = options;
  const keep = async (folder: PictureFolder, name: string, { made, files }: NewFiles, setAside: boolean) => {
    const picture = { path: "", folder, addedAt: new Date(), setAside, made };
    const kept = await saving.add(() => add(store, picture, name, files));
    workshop.finish(kept);
    onChange(folder.collection);
    return kept;
  };
  return {
    async save(folder, { name, bytes }, { hidden = false, focus = "" } = {}) {
      checkName(folder);
      const prepared = await imageProcessor.prepare(bytes, { shareable: isShared(folder) });
      if (!prepared.ok) return prepared;
      const files = await focused(imageProcessor, folder, madeOf(newKey(), prepared.value), focus);
      return accept(shown(await keep(folder, name, files, hidden)));
    },
    async copy(path, folder, { hidden = false, focus } = {}) {
      checkName(folder);
      const picture = await store.find(path);
      const copied = picture && (await copiedFiles(options, picture, folder, newKey()));
      if (!copied) return null;
      const files = await focused(imageProcessor, folder, copied, focus);
      return (await keep(folder, path.slice(path.lastIndexOf("/") + 1), files, hidden)).path;
    },
  };
}

/** @returns a picture whose crops keep another point in sight; undefined: they keep the one they had */
async function focused(
  imageProcessor: ImageProcessor,
  folder: PictureFolder,
  { made, files }: NewFiles,
  focus: Focus | undefined,
): Promise<NewFiles> {
  if (focus === undefined || focus === made.focus) return { made, files };
  const largest = files.get(variantName(made.key, made.width, "jpeg"));
  const share = isShared(folder) && largest && (await imageProcessor.encodeSharePicture(largest, focus));
  const all = share ? new Map(files).set(sharePictureName(made.key), share) : files;
  return { made: { ...made, focus }, files: all };
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
    // What this leaves in a store that does not answer is for `resume`; the fault to tell of is the first one.
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

/** @param workshop is asked for what was not made yet of an existing project's pictures */
function readers(store: PictureStore, workshop: Workshop): Pick<ImageStore, "findLast" | "findLastOfEach"> {
  const newestOf = (pictures: readonly Picture[]): StoredImage | null =>
    newest(pictures, (picture) => workshop.want(picture));
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
