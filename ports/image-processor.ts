import type { Focus } from "#domain/pictures/focus.ts";
import type { Tint } from "#domain/pictures/tints.ts";
import type { ImageRefusal } from "#domain/pictures/upload-limits.ts";
import type { Result } from "#domain/result.ts";

/** All that the site shows of a picture. */
export type PreparedPicture = {
  /** Pixels of the largest variant, upright. */
  readonly width: number;
  readonly height: number;
  readonly tint: Tint;
  /** The variants by width, narrowest first. */
  readonly jpeg: ReadonlyMap<number, Uint8Array>;
  readonly webp: ReadonlyMap<number, Uint8Array>;
  /** What chats and networks show, and a WebP of at most `THUMBNAIL_WIDTH` for long lists; null unless they were asked for. */
  readonly shared: { readonly share: Uint8Array; readonly thumbnail: Uint8Array } | null;
};

export type PreparationOptions = {
  /** Whether links to its document are shared, and need a picture for that. */
  readonly shareable: boolean;
  /** The point that fills the share picture. Absent: it shows all of the picture. */
  readonly focus?: Focus;
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
