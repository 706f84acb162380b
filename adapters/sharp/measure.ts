/** Measures a picture that is shown as it was sent, by its header alone. */
import sharp, { type Metadata } from "sharp";
import type { Mesure } from "#ports/imagerie.ts";
import { recognise } from "./recognise.ts";

/** @returns null when no browser shows it, or its header is not in these bytes */
export async function measure(octets: Uint8Array): Promise<Mesure | null> {
  // Only these decoders ever see it: an SVG would run as a page of the site.
  if (!recognise(octets) && !isGif(octets)) return null;
  try {
    const entete = await sharp(octets, { failOn: "none", limitInputPixels: false }).metadata();
    const { width, height } = entete.autoOrient;
    return { type: typeOf(entete), largeur: width, hauteur: entete.pageHeight ?? height };
  } catch {
    return null;
  }
}

const isGif = (octets: Uint8Array): boolean => /^GIF8[79]a/.test(Buffer.from(octets.subarray(0, 6)).toString("latin1"));

function typeOf({ format, compression }: Metadata): Mesure["type"] {
  if (format === "heif") return compression === "av1" ? "image/avif" : "image/heic";
  if (format === "jpeg" || format === "png" || format === "webp" || format === "gif") return `image/${format}`;
  throw new Error("unreachable: the file was recognised");
}
