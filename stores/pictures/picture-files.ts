/** Which files a picture has, and what they are made of. */
import { createHash } from "node:crypto";
import type { Focus } from "#domain/pictures/focus.ts";
import { pictureFiles, sharePictureName, thumbnailName, variantName } from "#domain/pictures/picture-variants.ts";
import { isShared } from "#domain/pictures/stored-image.ts";
import type { PreparedPicture } from "#ports/image-processor.ts";
import type { Made, Picture } from "./picture.ts";

/** @returns the names of all files of a picture */
export const filesOf = ({ key, folder, made }: Pick<Picture, "key" | "folder" | "made">): string[] =>
  made ? pictureFiles(key, made.width, isShared(folder)) : [];

/** What was made of a picture, and the files themselves by their names. */
export type NewFiles = { readonly key: string; readonly made: Made; readonly files: Map<string, Uint8Array> };

export function madeOf(
  key: string,
  { width, height, tint, jpeg, webp, shared }: PreparedPicture,
  focus: Focus = "",
): NewFiles {
  const files = new Map<string, Uint8Array>();
  for (const [width, bytes] of jpeg) files.set(variantName(key, width, "jpeg"), bytes);
  for (const [width, bytes] of webp) files.set(variantName(key, width, "webp"), bytes);
  if (shared) files.set(sharePictureName(key), shared.share).set(thumbnailName(key), shared.thumbnail);
  return { key, made: { width, height, tint, focus }, files };
}

/** @returns a key: the same for the same contents */
export function keyOf(...contents: (string | Uint8Array)[]): string {
  const hash = createHash("sha256");
  for (const content of contents) hash.update(content);
  return hash.digest("hex").slice(0, 20);
}
