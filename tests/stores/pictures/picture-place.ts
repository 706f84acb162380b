/** Helpers of the picture contracts. */
import sharp, { type Metadata } from "sharp";
import { expect } from "vitest";
import { type PictureFolder, SHARE_PICTURE_SIZE, type ShownPicture } from "#domain/pictures/picture.ts";
import type { PictureReference } from "#domain/stored.ts";
import type { DocumentContent, Documents } from "#ports/documents.ts";
import { reservePicture } from "#stores/pictures/picture.ts";
import type { ServedPictureStore } from "#stores/pictures/pictures.ts";
import { prepared } from "#tests/images/kept-pictures.ts";

/** The pictures of an empty site. */
export type Place = {
  documents: Documents;
  pictures: ServedPictureStore;
  /** @returns the names of all files that the store has */
  fileNames: () => Promise<string[]>;
};

// Most tests use members, because the share picture of an event takes the longest to make.
export const ZOE: PictureFolder = { collection: "membres", id: "DupontRéseaux Sociaux" };
export const LEO: PictureFolder = { collection: "membres", id: "ReyMembre" };
export const EVENT: PictureFolder = { collection: "evenements", id: "Fête0825" };

/**
 * Writes the document of a card, or the settings.
 * @param picture the picture to reference; undefined: no such field, as in documents of the older site
 * @param fields other fields, of an announced event
 */
export const name = (
  { documents }: Pick<Place, "documents">,
  { collection, id: cardId }: PictureFolder,
  picture: PictureReference | undefined,
  fields: DocumentContent = {},
): Promise<void> =>
  documents.transaction(async (transaction) => {
    const [source, id] = collection === "accueil" ? ["settings", "current"] : [collection, cardId];
    const before = await transaction.get(source, id);
    const { key, create } = await reservePicture(transaction, picture);
    const named: DocumentContent = key === undefined ? {} : { picture: key };
    const content = { Nom: "Fête", ...fields, ...named };
    if (before) transaction.replace(source, id, content);
    else transaction.create(source, id, content);
    create();
  });

/** Deletes the document of a card. */
export const withdraw = ({ documents }: Pick<Place, "documents">, { collection, id }: PictureFolder): Promise<void> =>
  documents.transaction(async (transaction) => {
    if (await transaction.get(collection, id)) transaction.delete(collection, id);
  });

/** Makes a picture and references it in a card. @returns the public picture */
export async function save(place: Place, folder: PictureFolder, bytes: Uint8Array, file = "affiche.jpg", focus = "") {
  await name(place, folder, await prepared(place, folder.collection, file, bytes, focus));
  return last(place, folder);
}

/** @returns the public picture of a card */
export async function last({ pictures }: Pick<Place, "pictures">, folder: PictureFolder): Promise<ShownPicture> {
  const image = await pictures.find(folder);
  if (!image) throw new Error(`There is no picture in ${folder.id}.`);
  return image;
}

/** @returns the file at the address of a public picture; null for none */
export async function fetchAddress({ pictures }: Pick<Place, "pictures">, url: string): Promise<Buffer | null> {
  const [collection = "", id = "", file = ""] = url.split("/").slice(2).map(decodeURIComponent);
  const bytes = await pictures.readPictureFile(collection, id, file);
  expect(bytes).not.toBe("later");
  return bytes === "later" || !bytes ? null : Buffer.from(bytes);
}

/** Within five of 255 steps: what compression may change. */
export const near = (colour: readonly number[]) => colour.map((part) => expect.closeTo(part, -1));

/** @returns the colour of a pixel */
export const colourAt = async (file: Buffer, left: number, top: number) => [
  ...(await sharp(file).extract({ left, top, width: 1, height: 1 }).raw().toBuffer()),
];

/** @returns the share picture of an event, as a browser gets it */
export async function shareOf(place: Place, folder = EVENT): Promise<Buffer> {
  const { share } = await last(place, folder);
  const file = share && (await fetchAddress(place, share));
  if (!file) throw new Error("There is no share picture.");
  expect(await sharp(file).metadata()).toMatchObject({ format: "jpeg", ...SHARE_PICTURE_SIZE });
  return file;
}

/** @returns the addresses of all files of a picture */
export const addressesOf = ({ sources, share, thumbnail }: ShownPicture): string[] => [
  ...sources.flatMap(({ variants }) => variants.map(({ url }) => url)),
  ...[share, thumbnail].filter((url) => url !== null),
];

/** @returns every variant of a picture, with its file and metadata */
export async function variants(place: Place, image: ShownPicture) {
  const found: { type: string; width: number; file: Buffer; metadata: Metadata }[] = [];
  for (const { type, variants } of image.sources)
    for (const { url, width } of variants) {
      const file = await fetchAddress(place, url);
      if (!file) throw new Error(`Nothing answers at ${url}.`);
      found.push({ type, width, file, metadata: await sharp(file).metadata() });
    }
  expect(found).not.toEqual([]);
  return found;
}
