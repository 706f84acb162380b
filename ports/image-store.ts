import type { Focus } from "#domain/pictures/focus.ts";
import type { Collection, PictureFolder, StoredImage } from "#domain/pictures/stored-image.ts";
import type { ImageRefusal, SentFile } from "#domain/pictures/upload-limits.ts";
import type { Result } from "#domain/result.ts";

/** A picture as it lies in its folder. */
export type KeptPicture = {
  readonly path: string;
  readonly hidden: boolean;
  readonly addedAt: Date;
  /** In pixels; null while there is nothing to show of it. */
  readonly size: { readonly width: number; readonly height: number } | null;
};

/** How a picture is added. */
export type Addition = {
  /** Nobody sees it until it is shown. Absent: it is seen at once. */
  readonly hidden?: boolean;
  /** The point that crops keep in sight. Absent: the middle for a new picture, what it was for a copy. */
  readonly focus?: Focus;
};

/**
 * Pictures: decoded, turned upright, stripped of metadata, encoded to WebP and JPEG at 480, 960 and
 * 1600 pixels of width (never enlarged). Every method throws when the store does not answer.
 * What is hidden is as good as absent for every reader, its files too, until it is shown again. So is a picture of an
 * existing project until the store has made its variants, which it does by itself, and one of which it cannot make any.
 */
export interface ImageStore {
  /**
   * Adds a picture to a folder. A file name that is taken there gets `-2`, `-3`…; nothing is overwritten.
   * All its files are there when this returns.
   * @returns the picture, or why the file was refused; nothing is kept of a refused file
   */
  save(folder: PictureFolder, file: SentFile, options?: Addition): Promise<Result<StoredImage, ImageRefusal>>;

  /** @returns the picture added last (SPEC.md section 3), or null when the folder is empty or absent */
  findLast(folder: PictureFolder): Promise<StoredImage | null>;

  /** @returns the picture added last to each folder of a collection, by id; ids without one are absent */
  findLastOfEach(collection: Collection): Promise<ReadonlyMap<string, StoredImage>>;

  /**
   * @returns the pictures of each folder, oldest first. Folders of an existing project are left out until this site saves
   * or hides something there: nobody may call them leftovers.
   */
  listFolders(collection: Collection): Promise<{ id: string; pictures: KeptPicture[] }[]>;

  /** @returns all pictures of a folder, hidden ones too, oldest first */
  listKept(folder: PictureFolder): Promise<KeptPicture[]>;

  /** Deletes one picture and its files. No fault if it is gone already. @param path as in `StoredImage` */
  remove(path: string): Promise<void>;

  /** Hides pictures from every reader, or shows them again. Those that are gone are no fault. @param paths of one folder */
  setHidden(paths: readonly string[], hidden: boolean): Promise<void>;

  /**
   * Adds a picture, hidden or not, to another folder as well, or to its own once more.
   * @returns the new path; null when the picture is gone, or nothing can be made of it
   */
  copy(path: string, folder: PictureFolder, options?: Addition): Promise<string | null>;

  /**
   * @param size the narrowest variant or the widest
   * @returns a JPEG of a picture, hidden or not; null when there is none, or it is not made yet
   */
  readJpeg(path: string, size: "small" | "large"): Promise<Uint8Array | null>;
}
