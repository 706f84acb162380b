/** What a picture is made of in another folder. */
import { sharePictureName, variantName } from "#domain/pictures/picture-variants.ts";
import { isShared, type PictureFolder } from "#domain/pictures/stored-image.ts";
import type { ImageProcessor } from "#ports/image-processor.ts";
import { isMade, type Picture } from "./picture.ts";
import { filesOf, madeOf, type NewFiles } from "./picture-files.ts";
import type { PictureStore } from "./picture-store.ts";

type Options = { store: PictureStore; imageProcessor: ImageProcessor };

/**
 * @param key of the copy
 * @param focus the point that its crops keep in sight; undefined: the one they have
 * @returns the files that it has already, under another key; made again from what is left of it where that is not enough
 * to show it there; null when nothing is left, or nothing can be made of it
 */
export async function copiedFiles(
  { store, imageProcessor }: Options,
  picture: Picture,
  folder: PictureFolder,
  key: string,
  focus = picture.made?.focus ?? "",
): Promise<NewFiles | null> {
  const shareable = isShared(folder);
  const same = shareable === isShared(picture.folder) ? await underKey(store, picture, key) : null;
  if (same && shareable && focus !== same.made.focus) {
    const largest = same.files.get(variantName(key, same.made.width, "jpeg"));
    if (largest) same.files.set(sharePictureName(key), await imageProcessor.encodeSharePicture(largest, focus));
  }
  if (same) return { ...same, made: { ...same.made, focus } };
  const source = await store.readOriginal(picture);
  // What the site shows of an existing project it can show in another folder too.
  const prepared = source && (await imageProcessor.prepare(source, { shareable, focus, old: true }));
  return prepared?.ok ? madeOf(key, prepared.value, focus) : null;
}

/** @returns null when a file is gone, or there has never been one */
async function underKey(store: PictureStore, picture: Picture, key: string): Promise<NewFiles | null> {
  if (!isMade(picture)) return null;
  const files = new Map<string, Uint8Array>();
  for (const name of filesOf(picture)) {
    const bytes = await store.read(name);
    if (!bytes) return null;
    files.set(name.replace(picture.key, key), bytes);
  }
  return { key, made: picture.made, files };
}
