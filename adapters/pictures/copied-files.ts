/** What a picture is made of in another folder. */
import { masterName, partFiles, partsAmong } from "#domain/pictures/picture-variants.ts";
import type { PictureFolder } from "#domain/pictures/stored-image.ts";
import type { Picture, PictureStore } from "#ports/picture-store.ts";
import {
  everyFileOf,
  isMade,
  isShared,
  type MadePicture,
  madeOf,
  type NewFiles,
  partsLacking,
} from "./picture-files.ts";
import type { WorkshopOptions } from "./workshop.ts";

/**
 * @param key of the copy
 * @returns the files that it has already, under another key; made again from what is left of it where they are not
 * enough to show it there; null when nothing is left, or nothing can be made of it
 */
export async function copiedFiles(
  { store, imageProcessor }: Pick<WorkshopOptions, "store" | "imageProcessor">,
  picture: Picture,
  folder: PictureFolder,
  key: string,
): Promise<NewFiles | null> {
  const same = isMade(picture) && (await underKey(store, picture, folder, key));
  if (same) return same;
  const master = picture.made && (await store.read(picture.folder, masterName(picture.made.key)));
  const source = master ?? (await store.readOriginal(picture));
  // What the site shows of an existing project it can show in another folder too.
  const prepared = source && (await imageProcessor.prepare(source, { shareable: isShared(folder), old: true }));
  if (!prepared?.ok) return null;
  const { made, files } = madeOf(key, prepared.value);
  return { made: { ...made, focus: picture.made?.focus ?? "" }, files };
}

/** @returns null when what has to be there at once is not: the JPEGs, and the share picture where links are shared */
async function underKey(
  store: PictureStore,
  picture: MadePicture,
  folder: PictureFolder,
  key: string,
): Promise<NewFiles | null> {
  const { width } = picture.made;
  // Not only those of the row: meanwhile it may have got more, and lost its master.
  const names = everyFileOf(picture);
  const contents = await Promise.all(names.map((name) => store.read(picture.folder, name)));
  const found = new Map<string, Uint8Array>();
  for (const [index, bytes] of contents.entries())
    if (bytes) found.set((names[index] ?? "").replace(picture.made.key, key), bytes);

  const parts = partsAmong(key, width, new Set(found.keys())).filter(
    (part) => (part !== "share" && part !== "thumbnail") || isShared(folder),
  );
  if (!parts.includes("jpeg") || (isShared(folder) && !parts.includes("share"))) return null;
  const has = {
    webp: parts.includes("webp"),
    avif: parts.includes("avif"),
    share: parts.includes("share"),
    thumbnail: parts.includes("thumbnail"),
  };
  const copy = { ...picture, folder, made: { ...picture.made, ...has, key, old: false } };
  const kept = parts.flatMap((part) => partFiles(key, width, part));
  if (partsLacking(copy).length > 0) kept.push(masterName(key));
  return { made: copy.made, files: new Map([...found].filter(([name]) => kept.includes(name))) };
}
