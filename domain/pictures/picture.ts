import type { FocalPoint } from "./focal-point.ts";
import type { PICTURE_MEDIA_TYPES, PictureFormat } from "./picture-variants.ts";
import type { Tint } from "./tints.ts";
import type { ImageRefusal } from "./upload-limits.ts";

export const PICTURE_COLLECTIONS = ["evenements", "membres", "accueil"] as const;
export type PictureCollection = (typeof PICTURE_COLLECTIONS)[number];

/** Whether a URL segment names a collection that has pictures. */
export const isPictureCollection = (text: string): text is PictureCollection =>
  PICTURE_COLLECTIONS.some((collection) => collection === text);

const SHARED_COLLECTION: PictureCollection = "evenements";

/** Folder of a document's pictures: `evenements/{id}`, `membres/{id}` or `accueil/groupe`. */
export type PictureFolder = { readonly collection: PictureCollection; readonly id: string };

/** Whether pictures of the collection have additional files: one for link previews, and a thumbnail. */
export const hasSharePicture = ({ collection }: Pick<PictureFolder, "collection">): boolean =>
  collection === SHARED_COLLECTION;

export const GROUP_PHOTO: PictureFolder = { collection: "accueil", id: "groupe" };

export const SHARE_PICTURE_SIZE = { width: 1200, height: 630 } as const;

export type ImageSource = {
  readonly type: (typeof PICTURE_MEDIA_TYPES)[PictureFormat];
  /** The encoded variants, narrowest first. */
  readonly variants: readonly { readonly url: string; readonly width: number }[];
};

export type EncodedPictureProperties = {
  readonly width: number;
  readonly height: number;
  readonly tint: Tint | null;
  readonly focus: FocalPoint;
};

/** A picture never changes. A new upload or focal point creates a new picture. */
export type Picture = {
  /** 20 hexadecimal digits. Id of the picture's document, and start of its file names. */
  readonly key: string;
  readonly collection: PictureCollection;
  /** File name for the older Firebase site: `evenements/{id}/{filename}` (docs/specification.md section 7). */
  readonly file: string;
  readonly addedAt: Date;
  /** Size of the uploaded file in bytes. */
  readonly size: number;
  /** Null for a file of the older Firebase site that cannot be decoded. */
  readonly made: EncodedPictureProperties | null;
  /** Why the file cannot be decoded. Null if `made` is set. */
  readonly refusal: ImageRefusal | null;
};

/** A picture whose files exist. The document of the picture may not exist yet. */
export type EncodedPicture = Picture & { readonly made: EncodedPictureProperties };

export type ShownPicture = {
  readonly key: string;
  readonly url: string;
  readonly width: number;
  readonly height: number;
  /** Placeholder colour. Null for an old picture without a colour. */
  readonly tint: Tint | null;
  readonly focus: FocalPoint;
  readonly sources: readonly ImageSource[];
  /** URL of the JPEG for link previews. Null except for events. */
  readonly share: string | null;
  /** URL of the WebP thumbnail. Null except for events. */
  readonly thumbnail: string | null;
};
