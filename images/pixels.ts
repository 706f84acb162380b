import sharp from "sharp";

/** An upright, opaque picture in sRGB, with three bytes per pixel. */
export type Pixels = { readonly data: Uint8Array; readonly width: number; readonly height: number };

export type PixelSource = Pixels | Uint8Array;

export const openPixels = (source: PixelSource) =>
  source instanceof Uint8Array
    ? sharp(source)
    : sharp(source.data, { raw: { width: source.width, height: source.height, channels: 3 } });
