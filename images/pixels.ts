import sharp from "sharp";

/** A decoded picture as it will be seen: upright, sRGB, opaque; three bytes per pixel. */
export type Pixels = { readonly data: Uint8Array; readonly width: number; readonly height: number };

/** What pictures are made from: decoded pixels, or the file of a picture of the site. */
export type PixelSource = Pixels | Uint8Array;

/** @returns what sharp makes of it */
export const openPixels = (source: PixelSource) =>
  source instanceof Uint8Array
    ? sharp(source)
    : sharp(source.data, { raw: { width: source.width, height: source.height, channels: 3 } });
