/** Writes the files of a picture, before a transaction creates the picture's document. */
import { createHash, randomBytes } from "node:crypto";
import type { FocalPoint } from "#domain/pictures/focal-point.ts";
import {
  type EncodedPicture,
  hasSharePicture,
  type Picture,
  type PictureCollection,
} from "#domain/pictures/picture.ts";
import {
  pictureFileNameCandidates,
  sharePictureName,
  thumbnailName,
  variantName,
} from "#domain/pictures/picture-variants.ts";
import type { ImageRefusal, UploadedFile } from "#domain/pictures/upload-limits.ts";
import { type Result, success } from "#domain/result.ts";
import { encodeSharePicture, type PreparedPicture, preparePicture } from "#images/prepare-picture.ts";
import { filesOfPicture, type PictureFileStore } from "./picture-files.ts";

type Options = {
  pictureFiles: PictureFileStore;
  get: (key: string) => Promise<EncodedPicture | null>;
};

export const createPictureWriter = ({ pictureFiles, get }: Options) => ({
  async prepare(
    collection: PictureCollection,
    { name, bytes }: UploadedFile,
    focus: FocalPoint = "",
  ): Promise<Result<EncodedPicture, ImageRefusal>> {
    const prepared = await preparePicture(bytes, { shareable: hasSharePicture({ collection }), focus });
    if (!prepared.ok) return prepared;
    const place = { key: newKey(), collection, file: pictureFileNameCandidates(name).next().value };
    const { picture, files } = encodedPictureFrom(place, prepared.value, focus);
    await pictureFiles.write(files);
    return success(picture);
  },

  async refocus(from: string, focus: FocalPoint): Promise<EncodedPicture | null> {
    const model = await get(from);
    if (!model) return null;
    const key = newKey();
    const files = new Map<string, Uint8Array>();
    for (const name of filesOfPicture(model)) {
      const bytes = await pictureFiles.read(name);
      if (!bytes) return null;
      files.set(name.replace(from, key), bytes);
    }
    const largest = files.get(variantName(key, model.made.width, "jpeg"));
    if (hasSharePicture(model) && largest) files.set(sharePictureName(key), await encodeSharePicture(largest, focus));
    await pictureFiles.write(files);
    return { ...model, key, addedAt: new Date(), made: { ...model.made, focus } };
  },

  discard: (picture: EncodedPicture): Promise<void> => pictureFiles.erase(picture),
});

/** Keys are random and never reused. So deleting a picture cannot delete files of another picture. */
const newKey = (): string => randomBytes(10).toString("hex");

export const pictureKeyOf = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 20);

export function encodedPictureFrom(
  { key, collection, file }: Pick<Picture, "key" | "collection" | "file">,
  { width, height, tint, jpeg, webp, shared }: PreparedPicture,
  focus: FocalPoint = "",
): { picture: EncodedPicture; files: Map<string, Uint8Array> } {
  const files = new Map<string, Uint8Array>();
  for (const [width, bytes] of jpeg) files.set(variantName(key, width, "jpeg"), bytes);
  for (const [width, bytes] of webp) files.set(variantName(key, width, "webp"), bytes);
  if (shared) files.set(sharePictureName(key), shared.share).set(thumbnailName(key), shared.thumbnail);
  const size = jpeg.get(width)?.byteLength ?? 0;
  const made = { width, height, tint, focus };
  return { picture: { key, collection, file, addedAt: new Date(), size, made, refusal: null }, files };
}
