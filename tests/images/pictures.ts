/** Pictures for uploads in tests. They are generated, so that the repository stays small. */
import { createHash } from "node:crypto";
import { join } from "node:path";
import sharp, { type Sharp } from "sharp";

/**
 * A portrait as an iPhone writes it, 64 × 96 pixels with the colours of `UPRIGHT`: stored rotated, with an `irot` property
 * and an EXIF orientation, a position, and Display P3. It was encoded from `lyingPixels(96, 64)` by heif-enc, because no
 * npm package encodes HEIC; `git log -- tests/images/make-heic.ts` has the script.
 */
export const HEIC = join(import.meta.dirname, "portrait.heic");

/** A position in Savièse, as cameras write it. */
const GPS = {
  GPSLatitudeRef: "N",
  GPSLatitude: "46/1 15/1 0/1",
  GPSLongitudeRef: "E",
  GPSLongitude: "7/1 21/1 0/1",
} as const;

/** The corners of `lyingPixels` once it is turned upright, as [red, green, blue]. */
export const UPRIGHT = { topLeft: [40, 60, 200], topRight: [200, 60, 40], bottom: [60, 160, 80] } as const;

/**
 * A landscape picture that an orientation of 6 (turn clockwise) makes a portrait with `UPRIGHT`'s colours:
 * blue and red above, green below.
 */
export function lyingPixels(width: number, height: number): Sharp {
  const left = Math.ceil(width / 2);
  const bottom = Buffer.alloc((width - left) * 3, Buffer.from(UPRIGHT.bottom));
  const row = (colour: readonly number[]) => Buffer.concat([Buffer.alloc(left * 3, Buffer.from(colour)), bottom]);
  const [upper, lower] = [row(UPRIGHT.topRight), row(UPRIGHT.topLeft)];
  const pixels = Buffer.concat(Array.from({ length: height }, (_, y) => (y >= height / 2 ? lower : upper)));
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

/** @returns the photo of a phone that is held upright: rotated pixels, orientation 6 and a position */
export const phonePhoto = async (width: number, height: number): Promise<Buffer> =>
  lyingPixels(width, height)
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD3: GPS })
    .jpeg({ quality: 95 })
    .toBuffer();

const plain = new Map<string, Promise<Buffer>>();

/** @returns a plain JPEG, which is cached. `shade` makes pictures different */
export function jpeg(width: number, height: number, shade = 90): Promise<Buffer> {
  const key = [width, height, shade].join();
  const made =
    plain.get(key) ??
    sharp({ create: { width, height, channels: 3, background: { r: shade, g: 120, b: 160 } } })
      .jpeg()
      .toBuffer();
  plain.set(key, made);
  return made;
}

/**
 * @param sigma standard deviation of each colour around grey
 * @returns coloured noise, which is the same for the same seed in each run: sharp's own noise differs
 */
export function noise(width: number, height: number, sigma: number, seed: string): Sharp {
  const bytes = createHash("shake256", { outputLength: 4 * width * height * 3 })
    .update(seed)
    .digest();
  // The sum of four random bytes is 510 on average, with a standard deviation of 148, and has nearly a normal distribution.
  const sumAt = (i: number) => bytes.subarray(4 * i, 4 * i + 4).reduce((sum, byte) => sum + byte, 0);
  const pixels = Uint8ClampedArray.from(
    { length: width * height * 3 },
    (_, i) => 128 + ((sumAt(i) - 510) / 148) * sigma,
  );
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

/** @returns 12 megapixels with the detail of a photo, taken upright by a phone */
export async function twelveMegapixels(): Promise<Buffer> {
  const size = { width: 4000, height: 3000 };
  // A smaller, tiled noise, because twelve million random numbers take long.
  const background = await noise(400, 300, 24, "twelve megapixels").png().toBuffer();
  const shapes = await lyingPixels(40, 30).resize(size.width, size.height).raw().toBuffer();
  return sharp(shapes, { raw: { ...size, channels: 3 } })
    .composite([{ input: background, tile: true, blend: "overlay" }])
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD3: GPS })
    .jpeg({ quality: 85 })
    .toBuffer();
}
