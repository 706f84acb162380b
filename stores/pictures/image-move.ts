/** The pictures of a family as they move: files first, then the row that makes them count. */
import { isSegment } from "#domain/identifiers.ts";
import { fileNameCandidates, variantName } from "#domain/pictures/picture-variants.ts";
import { type Collection, isShared, PICTURE_COLLECTIONS } from "#domain/pictures/stored-image.ts";
import { accept, refuse } from "#domain/result.ts";
import type { ImageProcessor } from "#ports/image-processor.ts";
import type { ImageMove, MadePicture, OldPicture, TransferRefusal } from "#ports/transfer-store.ts";
import { isMade, type Picture } from "./picture.ts";
import { filesOf, keyOf, madeOf } from "./picture-files.ts";
import type { PictureStore } from "./picture-store.ts";

const GONE = "A file of a picture is gone since it was listed. Run this again.";

/**
 * Makes the pictures' half of a family's back door.
 * @param imageProcessor what makes the pictures of existing projects into the site's own
 * @param onChange hears where a picture was added or completed
 */
export function createImageMove({
  store,
  imageProcessor,
  onChange = () => {},
}: {
  store: PictureStore;
  imageProcessor: ImageProcessor;
  onChange?: (collection: Collection) => void;
}): ImageMove {
  const sure = async (reading: Promise<Uint8Array | null>): Promise<Uint8Array> => {
    const bytes = await reading;
    if (!bytes) throw new Error(GONE);
    return bytes;
  };

  return {
    async readPictures() {
      const whole = await store.listFiles();
      const lists = await Promise.all(PICTURE_COLLECTIONS.map((collection) => store.list(collection)));
      return lists.flat().map((picture) => kept(picture, whole));
    },
    readFile: (_, name) => sure(store.read(name)),
    async readOldPicture({ path }) {
      const picture = await store.find(path);
      if (!picture) throw new Error(GONE);
      return sure(store.readOriginal(picture));
    },
    async addPicture(image, files) {
      const reason = await addMade(store, image, files);
      onChange(image.folder.collection);
      return reason;
    },
    async findImported({ folder: { collection, id } }, bytes) {
      const pictures = await store.list(collection, id);
      return pictures.find(({ key, path }) => key === keyOfFile(path, bytes))?.path ?? null;
    },
    async importOldPicture(image, bytes, reserved) {
      const { folder, setAside, addedAt } = image;
      const prepared = await imageProcessor.prepare(bytes, { shareable: isShared(folder), old: true });
      if (!prepared.ok) {
        const isNone = prepared.reason === "unreadable" && !imageProcessor.isPicture(bytes);
        return refuse(isNone ? "no-picture" : prepared.reason);
      }
      const path = await freePath(store, image, reserved);
      const { key, made, files } = madeOf(keyOfFile(path, bytes), prepared.value);
      const picture = { path, folder, setAside, addedAt, key, ...made, files: [...files.keys()] };
      const reason = await addMade(store, picture, files);
      return reason ? refuse(reason) : accept(path);
    },
  };
}

/** The key of a picture that was taken over tells which bytes it was made from. */
const keyOfFile = (path: string, bytes: Uint8Array): string => keyOf(`${path}\0`, bytes);

/** @param whole the names of all files that are there */
function kept(picture: Picture, whole: ReadonlySet<string>): MadePicture | OldPicture {
  const { key, path, folder, setAside, addedAt, old } = picture;
  const common = { path, folder, setAside, addedAt };
  // What the site made beside the file of an existing project, it makes anew where the file goes.
  if (!isMade(picture) || old) return { ...common, key: null };
  return { ...common, key, ...picture.made, files: filesOf(picture).filter((name) => whole.has(name)) };
}

async function addMade(
  store: PictureStore,
  { path, folder, key, width, height, tint, focus, setAside, addedAt, files: names }: MadePicture,
  files: ReadonlyMap<string, Uint8Array>,
): Promise<TransferRefusal | null> {
  const made = { width, height, tint, focus };
  if (!isSegment(folder.id)) return "name";
  if (!filesOf({ key, folder, made }).every((name) => names.includes(name))) return "incomplete";
  await store.write(files);
  const largest = await store.read(variantName(key, width, "jpeg"));
  const rest = { path, folder, setAside, addedAt, key, made, old: false, refusal: null };
  if (largest && !(await store.find(path))) await store.claim({ ...rest, size: largest.byteLength }, largest);
  return null;
}

/** @returns the path that a picture of an existing project gets: its own, where this site may write it so */
async function freePath(
  store: PictureStore,
  { path, folder: { collection, id } }: OldPicture,
  reserved: ReadonlySet<string>,
): Promise<string> {
  const taken = new Set((await store.list(collection, id)).map((picture) => picture.path));
  const prefix = `${collection}/${id}/`;
  for (const name of fileNameCandidates(path.slice(prefix.length)))
    if (!reserved.has(prefix + name) && !taken.has(prefix + name)) return prefix + name;
  throw new Error("unreachable: there is always another name to try");
}
