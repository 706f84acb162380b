import sharp from "sharp";

/** Upright, sRGB, opaque; three bytes per pixel. */
export type Pixels = { readonly data: Uint8Array; readonly width: number; readonly height: number };

/** Decoded pixels, or an encoded variant. */
export type PixelSource = Pixels | Uint8Array;

export const openPixels = (source: PixelSource) =>
  source instanceof Uint8Array
    ? sharp(source)
    : sharp(source.data, { raw: { width: source.width, height: source.height, channels: 3 } });
