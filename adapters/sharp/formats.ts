/** How each encoding of a picture is made. */
import { type Format, THUMBNAIL_WIDTH, widthsFor } from "#domain/pictures/picture-variants.ts";
import { openPixels, type PixelSource, type Pixels } from "./pixels.ts";

/**
 * Makes all variants of one format.
 * @param source decoded pixels, or the file of `encodeMaster`
 * @param largest the width of the largest one
 * @param run what each variant waits for by itself; others may come in between
 * @returns contents by width
 */
export async function encode(
  source: PixelSource,
  largest: number,
  format: Format,
  run: (work: () => Promise<Buffer>) => Promise<Buffer> = (work) => work(),
): Promise<Map<number, Buffer>> {
  const variants = new Map<number, Buffer>();
  for (const width of widthsFor(largest)) variants.set(width, await run(() => encodeOne(source, width, format)));
  return variants;
}

function encodeOne(source: PixelSource, width: number, format: Format): Promise<Buffer> {
  const image = openPixels(source).resize({ width: width });
  if (format === "avif") return image.avif({ quality: 55, effort: 3 }).toBuffer();
  if (format === "webp") return image.webp({ quality: 78 }).toBuffer();
  return image.jpeg({ quality: 80, mozjpeg: true }).toBuffer();
}

/** @returns what a row of a long list shows: thirty of them weigh less than a page may */
export const encodeThumbnail = (source: PixelSource): Promise<Buffer> =>
  openPixels(source)
    .resize({ width: THUMBNAIL_WIDTH, withoutEnlargement: true })
    .avif({ quality: 45, effort: 3 })
    .toBuffer();

/** @returns a file to make further variants from: quick to write, without visible loss */
export const encodeMaster = (pixels: Pixels): Promise<Buffer> =>
  openPixels(pixels).jpeg({ quality: 95, chromaSubsampling: "4:4:4" }).toBuffer();
