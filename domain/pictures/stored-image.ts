import type { Focus } from "./focus.ts";
import type { Format, TYPES } from "./picture-variants.ts";
import type { Tint } from "./tints.ts";
import type { ImageRefusal } from "./upload-limits.ts";

export const PICTURE_COLLECTIONS = ["evenements", "membres", "accueil"] as const;
export type Collection = (typeof PICTURE_COLLECTIONS)[number];

/** Whether a part of a URL names a collection of pictures. */
export const isCollection = (text: string): text is Collection =>
  PICTURE_COLLECTIONS.some((collection) => collection === text);

const SHARED_COLLECTION: Collection = "evenements";

/** `evenements/{id}`, `membres/{id}` or `accueil/groupe`. */
export type PictureFolder = { readonly collection: Collection; readonly id: string };

/** Whether links to documents of the collection are shared, and need a picture. */
export const isShared = ({ collection }: Pick<PictureFolder, "collection">): boolean =>
  collection === SHARED_COLLECTION;

/** Group photo of the home page; without one, the page shows a drawing. */
export const GROUP_PHOTO: PictureFolder = { collection: "accueil", id: "groupe" };

export const SHARE_PICTURE_SIZE = { width: 1200, height: 630 } as const;

/** One format in several widths, narrowest first. */
export type Source = {
  readonly type: (typeof TYPES)[Format];
  readonly variants: readonly { readonly url: string; readonly width: number }[];
};

export type Made = {
  readonly width: number;
  readonly height: number;
  readonly tint: Tint | null;
  readonly focus: Focus;
};

/** An immutable picture: another upload or focus makes another one. */
export type Picture = {
  /** 20 hexadecimal digits: document id and start of the file names. */
  readonly key: string;
  readonly collection: Collection;
  /** Name of the original for the legacy site: `evenements/{id}/{filename}` (docs/specification.md section 7). */
  readonly file: string;
  readonly addedAt: Date;
  /** Bytes of that original, which is the largest JPEG. */
  readonly size: number;
  /** Null when the legacy file cannot be decoded. */
  readonly made: Made | null;
  /** The reason for a null `made`; null: none. */
  readonly refusal: ImageRefusal | null;
};

/** A picture whose files exist. Its document may not: the first write that names the picture creates it. */
export type MadePicture = Picture & { readonly made: Made };

export type StoredImage = {
  readonly key: string;
  /** The site's address of the largest JPEG (`pathImageDownloadUrl`). */
  readonly url: string;
  readonly width: number;
  readonly height: number;
  /** Placeholder colour; null when an earlier version recorded none. */
  readonly tint: Tint | null;
  readonly focus: Focus;
  readonly sources: readonly Source[];
  /** Address of a JPEG of `SHARE_PICTURE_SIZE`, for events only. */
  readonly share: string | null;
  /** Address of a WebP of at most `THUMBNAIL_WIDTH`, for events only. */
  readonly thumbnail: string | null;
};
