import type { Collection, PictureFolder, StoredImage } from "#domain/pictures/stored-image.ts";
import type { ImageRefusal, SentFile } from "#domain/pictures/upload-limits.ts";
import type { Result } from "#domain/result.ts";

/**
 * Pictures: decoded, turned upright, stripped of metadata, encoded to AVIF, WebP and JPEG at 480, 960 and
 * 1600 pixels of width (never enlarged). Every method throws when the store does not answer.
 * What was set aside is as good as absent for every reader, until it is brought back or discarded. So is a picture of an
 * existing project until the store has made its variants, which it does by itself, and one of which it cannot make any.
 */
export interface ImageStore {
  /**
   * Adds a picture to a folder. A file name that is taken there gets `-2`, `-3`…; nothing is overwritten.
   * The JPEG variants and `share` are there when this returns, and the work that is left survives a crash.
   * @returns the picture, or why the file was refused; nothing is kept of a refused file
   */
  save(folder: PictureFolder, file: SentFile): Promise<Result<StoredImage, ImageRefusal>>;

  /** @returns the picture added last (SPEC.md section 3), or null when the folder is empty or absent */
  findLast(folder: PictureFolder): Promise<StoredImage | null>;

  /** @returns the picture added last to each folder of a collection, by id; ids without one are absent */
  findLastOfEach(collection: Collection): Promise<ReadonlyMap<string, StoredImage>>;

  /**
   * @returns every folder that holds a picture, and when its newest one was added; `setAside`: all of it is set aside.
   * Folders of an existing project are left out until this site saves or sets aside something there: nobody may call
   * them leftovers.
   */
  listFolders(collection: Collection): Promise<{ id: string; setAside: boolean; since: Date }[]>;

  /** Deletes one picture and its files. No fault if it is gone already. @param path as in `StoredImage` */
  remove(path: string): Promise<void>;

  /** Hides what a folder holds now, without losing anything. No fault if it is absent. */
  setAside(folder: PictureFolder): Promise<void>;

  /** Undoes `setAside`. No fault if there is nothing to undo. */
  bringBack(folder: PictureFolder): Promise<void>;

  /** Deletes what was set aside in a folder; a picture added since stays. No fault if there is nothing. */
  discard(folder: PictureFolder): Promise<void>;
}
