/** What readers see of a folder's pictures. */

import {
  FORMATS,
  type Format,
  sharePictureName,
  TYPES,
  thumbnailName,
  variantName,
  widthsFor,
} from "#domain/pictures/picture-variants.ts";
import { isShared, type StoredImage } from "#domain/pictures/stored-image.ts";
import { isMade, type MadePicture, type Picture } from "./picture.ts";

export function shown({ key, path, folder, made }: MadePicture): StoredImage {
  const { width, height, tint, focus } = made;
  const url = (name: string) => `/images/${folder.collection}/${encodeURIComponent(folder.id)}/${name}`;
  const variantUrl = (width: number, format: Format) => url(variantName(key, width, format));
  const shared = isShared(folder);
  return {
    path,
    url: variantUrl(width, "jpeg"),
    width: width,
    height: height,
    tint: tint,
    focus,
    sources: FORMATS.map((format) => ({
      type: TYPES[format],
      variants: widthsFor(width).map((width) => ({ url: variantUrl(width, format), width })),
    })),
    share: shared ? url(sharePictureName(key)) : null,
    thumbnail: shared ? url(thumbnailName(key)) : null,
  };
}

/**
 * @param pictures of one folder, oldest first
 * @param want called for the file of an existing project that cannot be shown
 * @returns the newest one that can be shown; null also while the files of one that is newer are still to be made
 */
export function newest(pictures: readonly Picture[], want: (picture: Picture) => void): StoredImage | null {
  for (const picture of pictures.toReversed()) {
    if (picture.setAside) continue;
    if (isMade(picture)) return shown(picture);
    want(picture);
    if (!picture.refusal) return null;
  }
  return null;
}
