import { LRUCache } from "lru-cache";
import {
  type EncodedPicture,
  hasSharePicture,
  isPictureCollection,
  type PictureCollection,
  type PictureFolder,
  type ShownPicture,
} from "#domain/pictures/picture.ts";
import {
  isPictureFileName,
  PICTURE_FORMATS,
  PICTURE_MEDIA_TYPES,
  type PictureFormat,
  sharePictureName,
  thumbnailName,
  variantName,
  variantWidths,
} from "#domain/pictures/picture-variants.ts";
import type { createLegacyPictures } from "./adoption.ts";
import type { PictureFileStore } from "./picture-files.ts";
import type { createVisiblePictures, StoredPictureKey } from "./visible.ts";

type Options = {
  visible: ReturnType<typeof createVisiblePictures>;
  adoption: ReturnType<typeof createLegacyPictures> | null;
  get: (key: string) => Promise<EncodedPicture | null>;
  pictureFiles: PictureFileStore;
  cacheBytes: number;
};

export function createPictureReader({ visible, adoption, get, pictureFiles, cacheBytes }: Options) {
  const cache =
    cacheBytes > 0
      ? new LRUCache<string, Uint8Array>({
          maxSize: cacheBytes,
          sizeCalculation: ({ byteLength }) => byteLength || 1,
          fetchMethod: async (name) => (await pictureFiles.read(name)) ?? undefined,
        })
      : null;
  const bytesOf = async (name: string) => (cache ? ((await cache.fetch(name)) ?? null) : pictureFiles.read(name));

  async function imageOf(folder: PictureFolder, shown: StoredPictureKey): Promise<ShownPicture | null> {
    const key = shown === undefined ? ((await adoption?.find(folder))?.key ?? null) : shown;
    const picture = key === null ? null : await get(key);
    return picture && toShownPicture(folder, picture);
  }

  /** @returns whether the picture is public; "later" while its variants are created */
  async function isPublic(folder: PictureFolder, key: string, shown: StoredPictureKey) {
    if (shown !== undefined) return shown === key;
    const adopted = await adoption?.find(folder);
    if (adopted?.key !== key) return false;
    if (adopted.picture) return true;
    await withinWait(adopted.made);
    return (await get(key)) ? true : "later";
  }

  const find = async (folder: PictureFolder) => imageOf(folder, await visible.find(folder));
  const findAll = async (collection: PictureCollection): Promise<ReadonlyMap<string, ShownPicture>> => {
    const all = await Promise.all(
      [...(await visible.findAll(collection))].map(async ([id, key]) => ({
        id,
        image: await imageOf({ collection, id }, key),
      })),
    );
    return new Map(all.flatMap(({ id, image }) => (image ? [[id, image] as const] : [])));
  };
  const readPictureFile = async (
    collection: string,
    id: string,
    file: string,
  ): Promise<Uint8Array | null | "later"> => {
    if (!isPictureFileName(file) || !isPictureCollection(collection)) return null;
    const [folder, key] = [{ collection, id }, file.slice(0, 20)];
    // `find` may use outdated documents. Read the document before refusing the picture.
    const seen =
      (await isPublic(folder, key, await visible.find(folder))) ||
      (await isPublic(folder, key, await visible.read(folder)));
    return seen === true ? bytesOf(file) : seen || null;
  };
  return { find, findAll, readPictureFile };
}

const ADOPTION_WAIT_MS = 20_000;

async function withinWait(made: Promise<unknown>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ADOPTION_WAIT_MS);
  await Promise.race([made, promise]);
  clearTimeout(timer);
}

/** @returns the data that a page needs to show a picture */
export function toShownPicture(folder: PictureFolder, { key, made }: EncodedPicture): ShownPicture {
  const { width, height, tint, focus } = made;
  const url = (name: string) => `/images/${folder.collection}/${encodeURIComponent(folder.id)}/${name}`;
  const variantUrl = (width: number, format: PictureFormat) => url(variantName(key, width, format));
  const shared = hasSharePicture(folder);
  return {
    key,
    width,
    height,
    tint,
    focus,
    url: variantUrl(width, "jpeg"),
    sources: PICTURE_FORMATS.map((format) => ({
      type: PICTURE_MEDIA_TYPES[format],
      variants: variantWidths(width).map((width) => ({ url: variantUrl(width, format), width })),
    })),
    share: shared ? url(sharePictureName(key)) : null,
    thumbnail: shared ? url(thumbnailName(key)) : null,
  };
}
