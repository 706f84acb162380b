/** Documents `pictures/{key}` never change. A document is deleted when nothing references the picture. */
import { focalPointIn } from "#domain/pictures/focal-point.ts";
import {
  type EncodedPicture,
  type EncodedPictureProperties,
  isPictureCollection,
  type Picture,
} from "#domain/pictures/picture.ts";
import { parseTint } from "#domain/pictures/tints.ts";
import type { ImageRefusal } from "#domain/pictures/upload-limits.ts";
import type { PictureReference } from "#domain/stored.ts";
import type { DocumentContent, Documents, StoredDocument, Transaction } from "#ports/documents.ts";
import { DOCUMENT_KINDS } from "../kinds.ts";

export const PICTURES_COLLECTION = "pictures";

export const isPictureEncoded = (picture: Picture): picture is EncodedPicture => picture.made !== null;

export const pictureContent = ({ key: _, addedAt, ...picture }: Picture): DocumentContent => ({
  ...picture,
  addedAt: addedAt.toISOString(),
});

/** @returns the picture in a document; null if the document has another format */
export function pictureFromDocument({ id: key, content }: StoredDocument): Picture | null {
  const collection = String(content.collection);
  if (!isPictureCollection(collection) || !isPictureKey(key)) return null;
  return {
    key,
    collection,
    file: String(content.file),
    addedAt: new Date(String(content.addedAt)),
    size: Number(content.size),
    made: madeIn(content.made),
    refusal: (content.refusal ?? null) as ImageRefusal | null,
  };
}

export const isPictureKey = (text: string): boolean => /^[0-9a-f]{20}$/.test(text);

function madeIn(content: DocumentContent[string] | undefined): EncodedPictureProperties | null {
  const { width, height, tint, focus } = (content ?? {}) as DocumentContent;
  if (!isPixels(width) || !isPixels(height)) return null;
  return { width, height, tint: parseTint(String(tint)), focus: focalPointIn(String(focus)) };
}

const isPixels = (value: unknown): value is number => Number.isInteger(value) && Number(value) > 0;

/** @returns the picture key in a document; null: no picture; undefined: document of the older Firebase site */
export const pictureKeyIn = ({ picture }: DocumentContent): string | null | undefined =>
  typeof picture === "string" || picture === null ? picture : undefined;

/**
 * Reserves a picture for a reference. Call `reservePicture` in the transaction that writes the reference.
 * @returns `key`: the reference to write; null for no picture, undefined to keep the picture. `isGone`: the picture was
 * deleted. `create` creates the document of a new picture. Call `create` after all reads.
 */
export async function reservePicture(transaction: Transaction, named: PictureReference | undefined) {
  if (typeof named === "string") {
    const isGone = (await transaction.get(PICTURES_COLLECTION, named)) === null;
    return { key: isGone ? null : named, isGone, create() {} };
  }
  return {
    key: named ? named.key : named,
    isGone: false,
    create: () => named && transaction.create(PICTURES_COLLECTION, named.key, pictureContent(named)),
  };
}

/** Deletes a picture's document if nothing references the picture. @returns null if nothing was deleted */
export const deleteUnreferencedPicture = (documents: Documents, key: string): Promise<Picture | null> =>
  documents.transaction(
    async (transaction) => {
      const document = await transaction.get(PICTURES_COLLECTION, key);
      if (!document || (await isPictureReferenced(transaction, key))) return null;
      transaction.delete(PICTURES_COLLECTION, key);
      return pictureFromDocument(document);
    },
    { erases: true },
  );

/** Documents of these collections reference pictures in their field `picture`. */
const NAMING_COLLECTIONS = [
  ...Object.values(DOCUMENT_KINDS)
    .filter(({ hasPicture }) => hasPicture)
    .map(({ collection }) => collection),
  "journal",
];

/** Whether a document references the picture. */
export async function isPictureReferenced(reader: Pick<Transaction, "query">, key: string): Promise<boolean> {
  const naming = { where: { field: "picture", equals: key }, limit: 1, select: [] };
  for (const collection of NAMING_COLLECTIONS) if ((await reader.query(collection, naming)).length > 0) return true;
  return false;
}

/** @returns the keys of pictures without references. `deleteUnreferencedPicture` checks again for new references. */
export async function listUnreferencedPictures(documents: Documents): Promise<string[]> {
  const keys = (await documents.query(PICTURES_COLLECTION, { select: [] })).map(({ id }) => id);
  const named = new Set<unknown>();
  for (const collection of NAMING_COLLECTIONS)
    for (const { content } of await documents.query(collection, {
      where: { field: "picture", from: "0" },
      select: ["picture"],
    }))
      named.add(content.picture);
  return keys.filter((key) => !named.has(key));
}
