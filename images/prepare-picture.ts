/** Makes what the site shows of a picture, with sharp. One picture is decoded at a time, whatever the number of callers (docs/decisions/0042). */
import PQueue from "p-queue";
import sharp from "sharp";
import type { Focus } from "#domain/pictures/focus.ts";
import type { Tint } from "#domain/pictures/tints.ts";
import type { ImageRefusal } from "#domain/pictures/upload-limits.ts";
import { accept, type Result } from "#domain/result.ts";
import { decode } from "./decode.ts";
import { encode, encodeThumbnail } from "./formats.ts";
import { renderSharePicture } from "./share-picture.ts";
import { dominantTint } from "./tint.ts";

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

// Threads that one encoding may use.
sharp.concurrency(1);
sharp.cache(false);
/** The pixels of one picture may need some hundred megabytes. */
const oneAtATime = new PQueue({ concurrency: 1 });

/**
 * Decodes a file completely, turns it upright, strips its metadata and encodes what the site shows of it.
 * @returns or why the file was refused; never throws for what a file holds
 */
export const preparePicture = (
  bytes: Uint8Array,
  { shareable, focus = "", old = false }: PreparationOptions,
): Promise<Result<PreparedPicture, ImageRefusal>> =>
  oneAtATime.add(async () => {
    const decoded = await decode(bytes, old);
    if (!decoded.ok) return decoded;
    const pixels = decoded.value;
    return accept({
      ...{ width: pixels.width, height: pixels.height, tint: await dominantTint(pixels) },
      jpeg: await encode(pixels, "jpeg"),
      webp: await encode(pixels, "webp"),
      shared: shareable
        ? { share: await renderSharePicture(pixels, focus), thumbnail: await encodeThumbnail(pixels) }
        : null,
    });
  });

/**
 * @param bytes a picture of the site
 * @param focus the point that fills the picture, whatever is cut off around it; absent or empty: it is shown whole
 * @returns a JPEG of exactly `SHARE_PICTURE_SIZE`
 * @throws when it is damaged
 */
export const encodeSharePicture = (bytes: Uint8Array, focus?: Focus): Promise<Uint8Array> =>
  oneAtATime.add(() => renderSharePicture(bytes, focus));
