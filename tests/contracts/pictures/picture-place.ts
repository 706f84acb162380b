/** Where the contracts of pictures work, and how they look at it. */
import sharp, { type Metadata } from "sharp";
import { expect } from "vitest";
import type { PictureFolder, StoredImage } from "#domain/pictures/stored-image.ts";
import type { ImageStore } from "#ports/image-store.ts";

/** An empty store, and what a browser would see of it. */
export type Place = {
  images: ImageStore;
  /** Fetches a file from the address that the store gave, as visitors do. @returns null when nothing is there */
  fetch: (url: string) => Promise<Buffer | null>;
};

// A store makes no share picture of a face, which takes longer than all else: an event is only where that matters.
export const ZOE: PictureFolder = { collection: "membres", id: "DupontRéseaux Sociaux" };
export const LEO: PictureFolder = { collection: "membres", id: "ReyMembre" };
export const EVENT: PictureFolder = { collection: "evenements", id: "Fête0825" };

export async function save(images: ImageStore, folder: PictureFolder, bytes: Uint8Array, file = "affiche.jpg") {
  const outcome = await images.save(folder, { name: file, bytes });
  if (!outcome.ok) throw new Error(`${file} was refused: ${outcome.reason}`);
  return outcome.value;
}

/** @returns the picture that is shown of a folder */
export async function last(images: ImageStore, folder: PictureFolder): Promise<StoredImage> {
  const image = await images.findLast(folder);
  if (!image) throw new Error(`There is no picture in ${folder.id}.`);
  return image;
}

/** @returns the addresses of all files of a picture */
export const addressesOf = ({ sources, share }: StoredImage): string[] => [
  ...sources.flatMap(({ variants }) => variants.map(({ url }) => url)),
  ...(share ? [share] : []),
];

/** @returns every variant of a picture, with what its file says of itself */
export async function variants(place: Place, image: StoredImage) {
  const found: { type: string; width: number; file: Buffer; metadata: Metadata }[] = [];
  for (const { type, variants } of image.sources)
    for (const { url, width } of variants) {
      const file = await place.fetch(url);
      if (!file) throw new Error(`Nothing answers at ${url}.`);
      found.push({ type, width, file, metadata: await sharp(file).metadata() });
    }
  expect(found).not.toEqual([]);
  return found;
}
