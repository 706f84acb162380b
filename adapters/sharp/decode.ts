/**
 * From the bytes that somebody sent to the pixels of the largest variant: recognised by content, measured
 * before it is decoded, decoded completely, upright, in sRGB, opaque, without metadata.
 */
import { crc32, deflateSync } from "node:zlib";
import sharp, { type Metadata, type Sharp } from "sharp";
import { accepte, type Resultat, refuse } from "#domain/resultat.ts";
import { LIMITES_IMAGE, type RefusImage } from "#domain/upload-limits.ts";
import { tailleMaximale } from "#domain/variantes.ts";
import { decodeHeic } from "./heic.ts";
import type { Pixels } from "./pixels.ts";
import { recognise } from "./recognise.ts";

/** The site's paper, behind what is transparent. */
const FOND = "#fffbf1";
const DUREE_MAX_S = 30;

/**
 * @param avecGif whether the first picture of a GIF counts
 * @returns the pixels of the largest variant, or why the file is refused
 * @throws never, whatever the file holds
 */
export async function decode(octets: Uint8Array, avecGif = false): Promise<Resultat<Pixels, RefusImage>> {
  if (octets.byteLength > LIMITES_IMAGE.octets) return refuse("trop-lourde");
  const format = recognise(octets);
  if (!format || (format === "gif" && !avecGif)) return refuse("illisible");
  try {
    const entete = await sharp(octets, { limitInputPixels: false }).metadata();
    if (entete.format !== format) return refuse("illisible");
    const pixels = entete.width * entete.height;
    if (pixels > LIMITES_IMAGE[entete.compression === "av1" ? "pixelsAvif" : "pixels"]) return refuse("trop-grande");
    return accepte(
      await (entete.compression === "hevc" ? decodeHevc(octets, entete.icc) : decodeOther(octets, entete)),
    );
  } catch {
    return refuse("illisible");
  }
}

const decodeOther = (octets: Uint8Array, { autoOrient }: Metadata): Promise<Pixels> =>
  reduce(sharp(octets, { failOn: "error", limitInputPixels: LIMITES_IMAGE.pixels }).autoOrient(), autoOrient);

/** The thread gives bare pixels: the profile (Display P3 on an iPhone) is put back around them once they are few. */
async function decodeHevc(octets: Uint8Array, profil: Buffer | undefined): Promise<Pixels> {
  const { donnees, ...taille } = await decodeHeic(octets, LIMITES_IMAGE.pixels);
  const raw = { width: taille.width, height: taille.height, channels: 4 } as const;
  const image = sharp(new Uint8Array(donnees), { raw, limitInputPixels: LIMITES_IMAGE.pixels });
  if (!profil) return reduce(image, taille);
  const { largeur, hauteur } = tailleMaximale(taille.width, taille.height);
  const png = await image.resize(largeur, hauteur, { fit: "fill" }).png({ compressionLevel: 0 }).toBuffer();
  return reduce(sharp(withProfile(png, profil)), { width: largeur, height: hauteur });
}

async function reduce(image: Sharp, { width, height }: { width: number; height: number }): Promise<Pixels> {
  const { largeur, hauteur } = tailleMaximale(width, height);
  const { data, info } = await image
    .resize(largeur, hauteur, { fit: "fill" })
    .flatten({ background: FOND })
    .toColourspace("srgb")
    .timeout({ seconds: DUREE_MAX_S })
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true });
  return { donnees: data, largeur: info.width, hauteur: info.height };
}

/** @returns a PNG file with a colour profile, which belongs right behind its first chunk */
function withProfile(png: Buffer, profil: Buffer): Buffer {
  const behindHeader = 8 + 25;
  const chunk = Buffer.concat([Buffer.from("iCCPprofil\0\0"), deflateSync(profil)]);
  const around = Buffer.alloc(8);
  around.writeUInt32BE(chunk.length - 4, 0);
  around.writeUInt32BE(crc32(chunk), 4);
  return Buffer.concat([
    png.subarray(0, behindHeader),
    around.subarray(0, 4),
    chunk,
    around.subarray(4),
    png.subarray(behindHeader),
  ]);
}
