/** The pictures of a family as they move: files first, then the row that makes them count. */
import { isSegment } from "#domain/identifiers.ts";
import { fileNameCandidates, variantName } from "#domain/pictures/picture-variants.ts";
import { type Collection, isShared, PICTURE_COLLECTIONS } from "#domain/pictures/stored-image.ts";
import { accept, refuse } from "#domain/result.ts";
import type { ImageProcessor } from "#ports/image-processor.ts";
import type { Picture, PictureStore } from "#ports/picture-store.ts";
import type { ImageMove, MadePicture, OldPicture, TransferRefusal } from "#ports/transfer-store.ts";
import { filesOf, keyOf, madeOf } from "./picture-files.ts";

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
      const whole = await store.listWhole();
      const lists = await Promise.all(PICTURE_COLLECTIONS.map((collection) => store.list(collection)));
      return lists.flat().map((picture) => kept(picture, whole));
    },
    readFile: ({ folder }, name) => sure(store.read(folder, name)),
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
      return pictures.find(({ path, made }) => made?.key === keyOfFile(path, bytes))?.path ?? null;
    },
    async importOldPicture(image, bytes, reserved) {
      const { folder, setAside, addedAt } = image;
      const prepared = await imageProcessor.prepare(bytes, { shareable: isShared(folder), old: true });
      if (!prepared.ok) {
        const isNone = prepared.reason === "unreadable" && !imageProcessor.isPicture(bytes);
        return refuse(isNone ? "no-picture" : prepared.reason);
      }
      const path = await freePath(store, image, reserved);
      const { made, files } = madeOf(keyOfFile(path, bytes), prepared.value);
      const { key, width, height, tint, focus } = made;
      const measures = { key, width, height, tint, focus };
      const picture = { path, folder, setAside, addedAt, ...measures, files: [...files.keys()] };
      const reason = await addMade(store, picture, files);
      return reason ? refuse(reason) : accept(path);
    },
  };
}

/** The key of a picture that was taken over tells which bytes it was made from. */
const keyOfFile = (path: string, bytes: Uint8Array): string => keyOf(`${path}\0`, bytes);

/** @param whole the names of all files that are there */
function kept(picture: Picture, whole: ReadonlySet<string>): MadePicture | OldPicture {
  const { path, folder, made, setAside, addedAt } = picture;
  const common = { path, folder, setAside, addedAt };
  // What the site made beside the file of an existing project, it makes anew where the file goes.
  if (!made || made.old) return { ...common, key: null };
  const { key, width, height, tint, focus } = made;
  return { ...common, key, width, height, tint, focus, files: filesOf(picture).filter((name) => whole.has(name)) };
}

async function addMade(
  store: PictureStore,
  image: MadePicture,
  files: ReadonlyMap<string, Uint8Array>,
): Promise<TransferRefusal | null> {
  const { path, folder, key, width, height, tint, focus } = image;
  const made = { key, width, height, tint, focus, old: false };
  if (!isSegment(folder.id)) return "name";
  if (!filesOf({ folder, made }).every((name) => image.files.includes(name))) return "incomplete";
  await store.write(folder, files);
  const largest = files.get(variantName(key, width, "jpeg"));
  if (largest && !(await store.find(path)))
    await store.claim({ path, folder, addedAt: image.addedAt, setAside: image.setAside, made }, largest);
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
