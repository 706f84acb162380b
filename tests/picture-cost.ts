/**
 * A site takes its time for each file of a picture, so that it is small. Tests that are about something else need not: the
 * same formats in the same widths, with the least effort.
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

/** From now on, in this process. */
export function picturesCostLittle(): void {
  Object.assign(encoders, hasty);
}

/** Until the test ends: what it looks at was made as a site makes it. */
export function picturesCostAsOnASite(): void {
  const { jpeg, webp } = encoders;
  Object.assign(encoders, patient);
  onTestFinished(() => void Object.assign(encoders, { jpeg, webp }));
}
