import type { Focus } from "#domain/pictures/focus.ts";
import type { Format } from "#domain/pictures/picture-variants.ts";
import type { Tint } from "#domain/pictures/tints.ts";
import type { ImageRefusal } from "#domain/pictures/upload-limits.ts";
import type { Result } from "#domain/result.ts";

/** What a picture needs before it can be shown. */
export type PreparedPicture = {
  /** Pixels of the largest variant, upright. */
  readonly width: number;
  readonly height: number;
  readonly tint: Tint;
  /** The JPEG variants by width, narrowest first. */
  readonly variants: ReadonlyMap<number, Uint8Array>;
  /** What chats and networks show; null unless it was asked for. */
  readonly share: Uint8Array | null;
  /** A JPEG without visible loss, to make the later variants from. */
  readonly master: Uint8Array;
};

export type PreparationOptions = {
  /** Whether links to its document are shared, and need a picture for that. */
  readonly shareable: boolean;
  /** Whether an existing project has it already: a GIF counts too then, with its first picture. */
  readonly old?: boolean;
};

/**
 * Makes pictures out of bytes. However many ask at once, the pixels of one picture are in memory at a time: the
 * others wait for their turn (docs/decisions/0018).
 */
export interface ImageProcessor {
  /**
   * Decodes a file completely, turns it upright, strips its metadata and encodes what the site shows of it.
   * @returns or why the file was refused; never throws for what a file holds
   */
  prepare(bytes: Uint8Array, options: PreparationOptions): Promise<Result<PreparedPicture, ImageRefusal>>;

  /**
   * Makes all variants of one format; others may have their turn in between.
   * @param master as in `PreparedPicture`
   * @param width of the largest variant
   * @returns contents by width, narrowest first
   * @throws when the master is damaged
   */
  encode(master: Uint8Array, width: number, format: Format): Promise<ReadonlyMap<number, Uint8Array>>;

  /**
   * @param bytes as for `encode`, or another picture of the site
   * @returns an AVIF of at most `THUMBNAIL_WIDTH`
   * @throws when it is damaged
   */
  encodeThumbnail(bytes: Uint8Array): Promise<Uint8Array>;

  /** @returns whether a file begins as a picture does, be it damaged further on */
  isPicture(bytes: Uint8Array): boolean;

  /**
   * @param bytes a picture of the site
   * @param focus the point that fills the picture, whatever is cut off around it; absent or empty: it is shown whole
   * @returns a JPEG of exactly `SHARE_PICTURE_SIZE`
   * @throws when it is damaged
   */
  encodeSharePicture(bytes: Uint8Array, focus?: Focus): Promise<Uint8Array>;
}
