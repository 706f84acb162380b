/** What is known of a picture: the document `pictures/{key}`, or the file of an existing project that has none yet. */
import type { Focus } from "#domain/pictures/focus.ts";
import { focusIn } from "#domain/pictures/focus.ts";
import { isCollection, type PictureFolder } from "#domain/pictures/stored-image.ts";
import { type Tint, tintIn } from "#domain/pictures/tints.ts";
import { type ImageRefusal, PICTURE_LIMITS } from "#domain/pictures/upload-limits.ts";
import type { Content, StoredDocument } from "#ports/documents.ts";

/** A picture whose files this site has made. */
export type Made = {
  /** Pixels of the largest variant, upright. */
  readonly width: number;
  readonly height: number;
  readonly tint: Tint | null;
  /** The point that crops keep in sight, its share picture among them. */
  readonly focus: Focus;
};

export type Picture = {
  /** Twenty hexadecimal digits: the id of its document, with which the names of its files begin. Another one for each upload. */
  readonly key: string;
  /** `{collection}/{id}/{filename}`, as in `StoredImage`; the name of its original for an older site. */
  readonly path: string;
  readonly folder: PictureFolder;
  readonly addedAt: Date;
  readonly setAside: boolean;
  /** Of the original, in bytes, by which an upload of an older site under the same name is told apart. */
  readonly size: number;
  /** Its original is the file of an existing project, as somebody sent it once, and not the largest JPEG. */
  readonly old: boolean;
  /** Null for the file of an existing project of which nothing was made. */
  readonly made: Made | null;
  /** Why nothing can be made of that file; null: nobody has tried, or it could be. */
  readonly refusal: ImageRefusal | null;
};

export type MadePicture = Picture & { readonly made: Made };

export const isMade = (picture: Picture): picture is MadePicture => picture.made !== null;

/** What may change of a picture; what is not named stays. */
export type PictureChanges = Partial<Pick<Picture, "setAside" | "made" | "refusal">>;

/** @returns the folder of a path, or null when no picture can be there */
export function folderOfPath(path: string): PictureFolder | null {
  const [collection = "", id = "", file = "", ...rest] = path.split("/");
  return isCollection(collection) && id !== "" && file !== "" && rest.length === 0 ? { collection, id } : null;
}

export const contentOf = ({ path, folder, addedAt, setAside, size, old, made, refusal }: Picture): Content => ({
  ...{ path, collection: folder.collection, folder: `${folder.collection}/${folder.id}` },
  ...{ addedAt: addedAt.toISOString(), setAside, size, old, refusal, made },
});

/** @returns null for a document that somebody else has written there */
export function pictureOf({ id: key, content }: StoredDocument): Picture | null {
  const path = String(content.path);
  const folder = folderOfPath(path);
  if (!folder || !/^[0-9a-f]{20}$/.test(key)) return null;
  return {
    ...{ key, path, folder, addedAt: new Date(String(content.addedAt)), setAside: content.setAside === true },
    ...{ size: Number(content.size), old: content.old === true, made: madeIn(content.made) },
    refusal: (content.refusal ?? null) as ImageRefusal | null,
  };
}

function madeIn(content: Content[string] | undefined): Made | null {
  const { width, height, tint, focus } = (content ?? {}) as Content;
  if (!isPixels(width) || !isPixels(height)) return null;
  return { width, height, tint: tintIn(String(tint)), focus: focusIn(String(focus)) };
}

const isPixels = (value: unknown): value is number => Number.isInteger(value) && Number(value) > 0;

/** @returns why a file is refused without being read */
export const refusalOfSize = (size: number): ImageRefusal | null => (size > PICTURE_LIMITS.bytes ? "too-heavy" : null);

/** Oldest first. */
export const byAge = (a: Picture, b: Picture): number => a.addedAt.getTime() - b.addedAt.getTime();
