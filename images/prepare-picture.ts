import PQueue from "p-queue";
import sharp from "sharp";
import type { FocalPoint } from "#domain/pictures/focal-point.ts";
import { type PictureFormat, THUMBNAIL_WIDTH, variantWidths } from "#domain/pictures/picture-variants.ts";
import { nearestTint, type Tint } from "#domain/pictures/tints.ts";
import type { ImageRefusal } from "#domain/pictures/upload-limits.ts";
import { type Result, success } from "#domain/result.ts";
import { decodeImage } from "./decode.ts";
import { openPixels, type Pixels } from "./pixels.ts";
import { renderSharePicture } from "./share-picture.ts";

export type PreparedPicture = {
  /** Size in pixels of the largest variant. */
  readonly width: number;
  readonly height: number;
  readonly tint: Tint;
  /** Encoded variants by width, narrowest first. */
  readonly jpeg: ReadonlyMap<number, Uint8Array>;
  readonly webp: ReadonlyMap<number, Uint8Array>;
  /** `share`: the picture for link previews. Null if `shareable` is false. */
  readonly shared: { readonly share: Uint8Array; readonly thumbnail: Uint8Array } | null;
};

export type PicturePreparationOptions = {
  readonly shareable: boolean;
  readonly focus?: FocalPoint;
  /** For a file of the older Firebase site: accepts the first frame of a GIF. */
  readonly old?: boolean;
};

sharp.concurrency(1);
sharp.cache(false);
/** One picture at a time, because a picture may need several hundred megabytes (docs/decisions/0042). */
const oneAtATime = new PQueue({ concurrency: 1 });

/** Decodes and rotates a picture, removes its metadata and encodes all variants. Never throws. */
export const preparePicture = (
  bytes: Uint8Array,
  { shareable, focus = "", old = false }: PicturePreparationOptions,
): Promise<Result<PreparedPicture, ImageRefusal>> =>
  oneAtATime.add(async () => {
    const decoded = await decodeImage(bytes, { withGif: old });
    if (!decoded.ok) return decoded;
    const pixels = decoded.value;
    return success({
      width: pixels.width,
      height: pixels.height,
      tint: await dominantTint(pixels),
      jpeg: await encode(pixels, "jpeg"),
      webp: await encode(pixels, "webp"),
      shared: shareable
        ? { share: await renderSharePicture(pixels, focus), thumbnail: await encodeThumbnail(pixels) }
        : null,
    });
  });

/** Encodes the picture for link previews from a variant. Throws for a damaged variant. */
export const encodeSharePicture = (bytes: Uint8Array, focus?: FocalPoint): Promise<Uint8Array> =>
  oneAtATime.add(() => renderSharePicture(bytes, focus));

async function dominantTint(pixels: Pixels): Promise<Tint> {
  const preview = await openPixels(pixels).resize(64, 64, { fit: "fill" }).png().toBuffer();
  const { dominant } = await openPixels(preview).stats();
  return nearestTint(dominant);
}

/** Lowest quality that looks good. Eight posters of 960 pixels stay under 400 KB. */
const WEBP = { quality: 55, preset: "photo" } as const;

async function encode(pixels: Pixels, format: PictureFormat): Promise<Map<number, Buffer>> {
  const variants = new Map<number, Buffer>();
  for (const width of variantWidths(pixels.width)) {
    const image = openPixels(pixels).resize({ width });
    const encoded = format === "webp" ? image.webp(WEBP) : image.jpeg({ quality: 80, mozjpeg: true });
    variants.set(width, await encoded.toBuffer());
  }
  return variants;
}

const encodeThumbnail = (pixels: Pixels): Promise<Buffer> =>
  openPixels(pixels)
    .resize({ width: THUMBNAIL_WIDTH, withoutEnlargement: true })
    .webp({ ...WEBP, quality: 35, effort: 6 })
    .toBuffer();
