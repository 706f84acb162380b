import type { Focus } from "#domain/pictures/focus.ts";
import type { Collection, PictureFolder } from "#domain/pictures/stored-image.ts";
import type { Tint } from "#domain/pictures/tints.ts";
import type { ImageRefusal } from "#domain/pictures/upload-limits.ts";

/** What is known of a picture whose files this site has made. */
export type Made = {
  /** Twenty hexadecimal digits that name its files; no other picture has the same. */
  readonly key: string;
  /** Pixels of the largest variant, upright. */
  readonly width: number;
  readonly height: number;
  /** Null where an earlier version noted none. */
  readonly tint: Tint | null;
  /** The point that crops keep in sight, its share picture among them. */
  readonly focus: Focus;
  /** Its own file is the one of an existing project, as somebody sent it once, and not the largest JPEG. */
  readonly old: boolean;
};

/** One row. */
export type Picture = {
  /** `{collection}/{id}/{filename}`, as in `StoredImage`. */
  readonly path: string;
  readonly folder: PictureFolder;
  /** Another one for each upload, also under the same path. */
  readonly version: string;
  readonly addedAt: Date;
  readonly setAside: boolean;
  /** Null for the file of an existing project of which nothing was made. */
  readonly made: Made | null;
  /** Why nothing can be made of that file; null: nobody has tried, or it could be. */
  readonly refusal: ImageRefusal | null;
};

/** A picture whose files are there, before its row is. */
export type NewPicture = Omit<Picture, "version" | "refusal"> & { readonly made: Made };

/** What may change of a row; what is not named stays. */
export type PictureChanges = Partial<Pick<Picture, "setAside"> & { made: Made; refusal: ImageRefusal }>;

/**
 * Where a family keeps pictures: rows, which say what there is, and files, whose names are those of
 * `domain/pictures/picture-variants.ts` and unique by themselves. What a picture is, and which files it has when, is decided by the one
 * service on top of it (adapters/pictures). Every method throws when the store does not answer, without naming anybody.
 */
export interface PictureStore {
  /** @param id of a folder; absent: all of the collection @returns rows, those set aside included, oldest first */
  list(collection: Collection, id?: string): Promise<Picture[]>;

  /** @returns the row of a path, or null when there is none, and for what cannot be a path */
  find(path: string): Promise<Picture | null>;

  /**
   * Adds a row.
   * @param largest the largest JPEG
   * @returns the row, or null when another one has its path
   */
  claim(picture: NewPicture, largest: Uint8Array): Promise<Picture | null>;

  /** @returns the row as it is now, or null when it is gone, or its path is another upload's by now */
  update(picture: Picture, changes: PictureChanges): Promise<Picture | null>;

  /** Deletes a row, for every reader at once. No fault if it is gone already. */
  remove(picture: Picture): Promise<void>;

  /** @returns the best there is to make files from: the picture's own file; null when it is gone or damaged */
  readOriginal(picture: Picture): Promise<Uint8Array | null>;

  /** @returns a file; null when it is gone or damaged */
  read(folder: PictureFolder, name: string): Promise<Uint8Array | null>;

  /**
   * Writes files, each whole or not at all; they survive a crash once this returns.
   * @param files contents by name
   */
  write(folder: PictureFolder, files: ReadonlyMap<string, Uint8Array>): Promise<void>;

  /** Deletes files. No fault if they are gone already. */
  erase(folder: PictureFolder, names: readonly string[]): Promise<void>;

  /** @returns the names of all files that are there and whole, as far as that can be told without decoding them */
  listWhole(): Promise<ReadonlySet<string>>;

  /**
   * Deletes the files that belong to nobody; those that another instance may be about to name stay, and whatever this
   * site cannot have written.
   * @param owned the names of the files of all rows
   */
  sweep(owned: ReadonlySet<string>): Promise<void>;
}
