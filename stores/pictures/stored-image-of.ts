import {
  FORMATS,
  type Format,
  sharePictureName,
  TYPES,
  thumbnailName,
  variantName,
  widthsFor,
} from "#domain/pictures/picture-variants.ts";
import { isShared, type MadePicture, type PictureFolder, type StoredImage } from "#domain/pictures/stored-image.ts";

/** @returns a picture as a page shows it. @param folder what names it, and is part of its address */
export function storedImageOf(folder: PictureFolder, { key, made }: MadePicture): StoredImage {
  const { width, height, tint, focus } = made;
  const url = (name: string) => `/images/${folder.collection}/${encodeURIComponent(folder.id)}/${name}`;
  const variantUrl = (width: number, format: Format) => url(variantName(key, width, format));
  const shared = isShared(folder);
  return {
    ...{ key, width, height, tint, focus },
    url: variantUrl(width, "jpeg"),
    sources: FORMATS.map((format) => ({
      type: TYPES[format],
      variants: widthsFor(width).map((width) => ({ url: variantUrl(width, format), width })),
    })),
    share: shared ? url(sharePictureName(key)) : null,
    thumbnail: shared ? url(thumbnailName(key)) : null,
  };
}
