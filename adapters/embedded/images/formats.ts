/** The encodings of a picture, the widths it is offered in, and how each is made. */
import sharp from "sharp";
import type { Source } from "#ports/image-store.ts";

export type Format = "avif" | "webp" | "jpeg";

export const EXTENSIONS: Record<Format, string> = { avif: "avif", webp: "webp", jpeg: "jpg" };

export const TYPES: Record<Format, Source["type"]> = { avif: "image/avif", webp: "image/webp", jpeg: "image/jpeg" };

const LARGEURS = [480, 960, 1600] as const;
/** WebP holds at most 16,383 pixels in each direction. */
const HAUTEUR_MAX = 16_000;

/** A decoded picture as it will be seen: upright, sRGB, opaque; three bytes per pixel. */
export type Pixels = { readonly donnees: Buffer; readonly largeur: number; readonly hauteur: number };

/** @returns the size of the largest variant of a picture that is `largeur` × `hauteur` upright: never enlarged */
export function tailleMaximale(largeur: number, hauteur: number): { largeur: number; hauteur: number } {
  const echelle = Math.min(1, LARGEURS[2] / largeur, HAUTEUR_MAX / hauteur);
  const reduire = (cote: number) => Math.max(1, Math.round(cote * echelle));
  return { largeur: reduire(largeur), hauteur: reduire(hauteur) };
}

/** @returns the widths of all variants, narrowest first. @param maximale the width of the largest one */
export const largeursDe = (maximale: number): number[] => [...LARGEURS.filter((l) => l < maximale), maximale];

/** @returns what sharp makes of decoded pixels, or of a file of this store */
export const ouvrir = (source: Pixels | Buffer) =>
  Buffer.isBuffer(source)
    ? sharp(source)
    : sharp(source.donnees, { raw: { width: source.largeur, height: source.hauteur, channels: 3 } });

/**
 * Makes all variants of one format.
 * @param source decoded pixels, or the file of `encoderMaster`
 * @param maximale the width of the largest one
 * @returns contents by width
 */
export async function encoder(source: Pixels | Buffer, maximale: number, format: Format): Promise<Map<number, Buffer>> {
  const variantes = new Map<number, Buffer>();
  for (const largeur of largeursDe(maximale)) variantes.set(largeur, await encoderUne(source, largeur, format));
  return variantes;
}

function encoderUne(source: Pixels | Buffer, largeur: number, format: Format): Promise<Buffer> {
  const image = ouvrir(source).resize({ width: largeur });
  if (format === "avif") return image.avif({ quality: 55, effort: 3 }).toBuffer();
  if (format === "webp") return image.webp({ quality: 78 }).toBuffer();
  return image.jpeg({ quality: 80, mozjpeg: true }).toBuffer();
}

/** @returns a file to make further variants from: quick to write, without visible loss */
export const encoderMaster = (pixels: Pixels): Promise<Buffer> =>
  ouvrir(pixels).jpeg({ quality: 95, chromaSubsampling: "4:4:4" }).toBuffer();
