import type { Focus } from "#domain/pictures/focus.ts";
import type { PictureFolder } from "#domain/pictures/stored-image.ts";
import type { Tint } from "#domain/pictures/tints.ts";
import type { ImageRefusal } from "#domain/pictures/upload-limits.ts";
import type { Result } from "#domain/result.ts";
import type { Content } from "./documents.ts";

/** A document as it moves: whatever it holds, and nothing that is a matter of one family only. */
export type MovingDocument = { readonly id: string; readonly content: Content };

/** The collections that move. */
export const TRANSFER_KINDS = ["membres", "evenements", "deleted-evenements", "settings", "inbox", "journal"] as const;
export type TransferKind = (typeof TRANSFER_KINDS)[number];

type KeptPicture = {
  /** `evenements/{id}/{filename}`, as in `StoredImage`. */
  readonly path: string;
  readonly folder: PictureFolder;
  readonly setAside: boolean;
  readonly addedAt: Date;
};

/** A picture that this site made. */
export type MadePicture = KeptPicture & {
  /** Twenty hexadecimal digits that name its files. */
  readonly key: string;
  /** Pixels of the largest variant. */
  readonly width: number;
  readonly height: number;
  readonly tint: Tint | null;
  readonly focus: Focus;
  /** The names of its files that are there, by `domain/pictures/picture-variants.ts`. */
  readonly files: readonly string[];
};

/** A picture of an existing project, which the site shows as it is. */
export type OldPicture = KeptPicture & { readonly key: null };

/**
 * Why something cannot be where it would go: a picture for what its file holds (`sans-image`: it is none), because files
 * of it are gone (`incomplete`), or because of its folder's name (`name`); a document, and pictures with it, because the
 * identifier differs from another one's in its case only (`taken`).
 */
export type TransferRefusal = ImageRefusal | "no-picture" | "incomplete" | "name" | "taken";

/** The pictures' half of a back door. */
export interface ImageMove {
  /** @returns every picture, those set aside included, in the order in which they were added */
  readPictures(): Promise<(MadePicture | OldPicture)[]>;

  /** @param name one of `files` @throws when it is gone */
  readFile(image: MadePicture, name: string): Promise<Uint8Array>;

  /** @returns the file that somebody sent once @throws when it is gone */
  readOldPicture(image: OldPicture): Promise<Uint8Array>;

  /**
   * Adds a picture after all others, or gives the one of this path and key the files that it lacks.
   * @param image with the names of all the files that it has then
   * @param files contents by name of those that are not here yet
   * @returns why it was not added; null when it is here
   */
  addPicture(image: MadePicture, files: ReadonlyMap<string, Uint8Array>): Promise<TransferRefusal | null>;

  /** @returns the path of the picture that `importOldPicture` made of these bytes, or null when there is none */
  findImported(image: OldPicture, bytes: Uint8Array): Promise<string | null>;

  /**
   * Makes a picture of this site out of one of an existing project.
   * @param reserved paths that belong to other pictures
   * @returns the path that it has here, which may be another one; or why it was not added
   */
  importOldPicture(
    image: OldPicture,
    bytes: Uint8Array,
    reserved: ReadonlySet<string>,
  ): Promise<Result<string, TransferRefusal>>;
}

/**
 * The back door of a family of stores, for moving everything into another one. Through the stores themselves mail would
 * go out again, pictures would lose quality, and instants of change would be new. Nothing that is there is overwritten
 * or deleted. Every method throws when the store does not answer; a write that has returned survives a crash.
 */
export interface TransferStore extends ImageMove {
  /** @returns all documents of a collection */
  read(kind: TransferKind): Promise<MovingDocument[]>;

  /**
   * Adds a document; an event takes the place of its trace. One that is there stays as it is, but for a `sequence` that is
   * lower: calendars take an announcement with a lower one for old.
   */
  add(kind: TransferKind, document: MovingDocument): Promise<void>;

  /** Closes the stores, and tells other instances of the site what they have got. */
  close(): Promise<void>;
}
