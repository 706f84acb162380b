import { type Format, THUMBNAIL_WIDTH, widthsFor } from "#domain/pictures/picture-variants.ts";
import { openPixels, type Pixels } from "./pixels.ts";

/** Eight posters at 960 pixels or thirty thumbnails fit into a page of 400 KB; chosen by eye. */
const WEBP = { quality: 55, preset: "photo" } as const;

export async function encode(pixels: Pixels, format: Format): Promise<Map<number, Buffer>> {
  const variants = new Map<number, Buffer>();
  for (const width of widthsFor(pixels.width)) {
    const image = openPixels(pixels).resize({ width });
    const encoded = format === "webp" ? image.webp(WEBP) : image.jpeg({ quality: 80, mozjpeg: true });
    variants.set(width, await encoded.toBuffer());
  }
  return variants;
}

export const encodeThumbnail = (pixels: Pixels): Promise<Buffer> =>
  openPixels(pixels)
    .resize({ width: THUMBNAIL_WIDTH, withoutEnlargement: true })
    .webp({ ...WEBP, quality: 35, effort: 6 })
    .toBuffer();
