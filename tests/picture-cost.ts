/**
 * Makes the encoders of pictures fast: the same formats and widths, with the least compression effort. A real site
 * spends more time on smaller files.
 */
import sharp, { type Sharp } from "sharp";
import { onTestFinished } from "vitest";

const encoders: Sharp = sharp.prototype;
const { jpeg, webp } = encoders;
const patient = { jpeg, webp };

const hasty: typeof patient = {
  jpeg(options) {
    return jpeg.call(this, { ...options, mozjpeg: false });
  },
  webp(options) {
    return webp.call(this, { ...options, effort: 0 });
  },
};

/** Makes the encoders of this process fast from now on. */
export function picturesCostLittle(): void {
  Object.assign(encoders, hasty);
}

/** Makes the encoder of JPEG fast from now on. The browsers of the tests ask for WebP, whose size has a budget. */
export function jpegsCostLittle(): void {
  encoders.jpeg = hasty.jpeg;
}

/** Restores the encoders of a real site until the test ends. */
export function picturesCostAsOnASite(): void {
  const { jpeg, webp } = encoders;
  Object.assign(encoders, patient);
  onTestFinished(() => void Object.assign(encoders, { jpeg, webp }));
}
