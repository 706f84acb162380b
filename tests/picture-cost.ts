/**
 * Makes the encoders of pictures fast: the same formats and widths, with the least compression effort, and each picture
 * once. A real site spends more time on smaller files.
 */
import { createHash } from "node:crypto";
import { serialize } from "node:v8";
import sharp, { type OutputInfo, type Sharp } from "sharp";
import { onTestFinished } from "vitest";

const encoders: Sharp = sharp.prototype;
const { jpeg, webp, toBuffer } = encoders;
const patient = { jpeg, webp, toBuffer };

/** Bytes of a file that is worth keeping. Pixels take no time to decode again. */
const KEPT_MAX = 200_000;
type Output = { data: Buffer; info: OutputInfo };
const kept = new Map<string, Output>();

/** @returns the same text for the same pixels, operations and format */
function keyOf(picture: Sharp): string {
  const { options } = picture as unknown as { options: object };
  const values = Object.entries(options).filter(([, value]) => typeof value !== "function");
  return createHash("sha1").update(serialize(values)).digest("base64");
}

async function encode(picture: Sharp): Promise<Output> {
  const key = keyOf(picture);
  const output = kept.get(key) ?? (await toBuffer.call(picture, { resolveWithObject: true }));
  if (output.data.length > KEPT_MAX) return output;
  kept.set(key, output);
  return { data: Buffer.from(output.data), info: { ...output.info } };
}

const hasty: typeof patient = {
  jpeg(options) {
    return jpeg.call(this, { ...options, mozjpeg: false });
  },
  webp(options) {
    return webp.call(this, { ...options, effort: 0 });
  },
  toBuffer: async function (this: Sharp, options?: { resolveWithObject?: boolean }) {
    const output = await encode(this);
    return options?.resolveWithObject ? output : output.data;
  } as Sharp["toBuffer"],
};

/** Makes the encoders of this process fast from now on. */
export function picturesCostLittle(): void {
  Object.assign(encoders, hasty);
}

/** Makes the encoder of JPEG fast from now on. The browsers of the tests ask for WebP, whose size has a budget. */
export function jpegsCostLittle(): void {
  encoders.jpeg = hasty.jpeg;
}

/** Encodes each picture once in this process from now on. */
export function picturesAreEncodedOnce(): void {
  encoders.toBuffer = hasty.toBuffer;
}

/** Restores the encoders of a real site until the test ends. */
export function picturesCostAsOnASite(): void {
  const { jpeg, webp, toBuffer } = encoders;
  Object.assign(encoders, patient);
  onTestFinished(() => void Object.assign(encoders, { jpeg, webp, toBuffer }));
}
