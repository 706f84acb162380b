/** What the site knows of a picture that it keeps. */

import type { Focus } from "./focus.ts";
import type { Format, TYPES } from "./picture-variants.ts";
import type { Tint } from "./tints.ts";
import type { ImageRefusal } from "./upload-limits.ts";

/** What has pictures: events, members, and the home page. */
export const PICTURE_COLLECTIONS = ["evenements", "membres", "accueil"] as const;
export type Collection = (typeof PICTURE_COLLECTIONS)[number];

/** @param text a segment of a URL @returns whether it names a collection */
export const isCollection = (text: string): text is Collection =>
  PICTURE_COLLECTIONS.some((collection) => collection === text);

/** Whose links are shared with their own picture. */
const SHARED_COLLECTION: Collection = "evenements";

/** What names a picture: `evenements/{id}`, `membres/{id}`; or what a page shows: `accueil/groupe`. */
export type PictureFolder = { readonly collection: Collection; readonly id: string };

/** Whether links to a folder's document are shared, and need a picture for that. */
export const isShared = ({ collection }: Pick<PictureFolder, "collection">): boolean =>
  collection === SHARED_COLLECTION;

/** Where the group photo of the home page is; empty: the page shows its drawing. */
export const GROUP_PHOTO: PictureFolder = { collection: "accueil", id: "groupe" };

/** Pixels of the picture that chats and networks show of a link. */
export const SHARE_PICTURE_SIZE = { width: 1200, height: 630 } as const;

/** One encoding of a picture, in several widths, narrowest first. */
export type Source = {
  readonly type: (typeof TYPES)[Format];
  readonly variants: readonly { readonly url: string; readonly width: number }[];
};

/** Files that this site has made of a picture. */
export type Made = {
  /** Pixels of the largest variant, upright. */
  readonly width: number;
  readonly height: number;
  readonly tint: Tint | null;
  /** The point that crops keep in sight, its share picture among them. */
  readonly focus: Focus;
};

/** A picture, which does not change: another upload, and another point, is another picture. */
export type Picture = {
  /** Twenty hexadecimal digits: the id of its document, with which the names of its files begin. */
  readonly key: string;
  readonly collection: Collection;
  /** Name of its original for the older site: `evenements/{id}/{filename}` (SPEC.md sections 3 and 7). */
  readonly file: string;
  readonly addedAt: Date;
  /** Bytes of that original, which is the largest JPEG. */
  readonly size: number;
  /** Null for a file of an existing project of which nothing can be made. */
  readonly made: Made | null;
  /** Why nothing can be made of it; null: it could be. */
  readonly refusal: ImageRefusal | null;
};

/** Also one whose files are there and whose document is not: the first document that names it is written with its own. */
export type MadePicture = Picture & { readonly made: Made };

/** A picture as pages show it. */
export type StoredImage = {
  readonly key: string;
  /** The site's own address of the largest JPEG (`pathImageDownloadUrl`). */
  readonly url: string;
  /** Pixels of the largest variant, upright. */
  readonly width: number;
  readonly height: number;
  /** The site's ink that stands in the picture's place until it is there; null where an earlier version noted none. */
  readonly tint: Tint | null;
  /** The point that a crop keeps in sight. */
  readonly focus: Focus;
  /** Best compression first. */
  readonly sources: readonly Source[];
  /**
   * Address of a JPEG of exactly `SHARE_PICTURE_SIZE` for the share link of an event, the whole poster on it or all but a
   * little of it. Null for other collections.
   */
  readonly share: string | null;
  /** Address of a WebP that is `THUMBNAIL_WIDTH` wide at most. Null for other collections. */
  readonly thumbnail: string | null;
};
