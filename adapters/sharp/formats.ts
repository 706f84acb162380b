/** How each encoding of a picture is made. */
import { type Format, largeursDe } from "#domain/variantes.ts";
import { type Origine, ouvrir, type Pixels } from "./pixels.ts";

/**
 * Makes all variants of one format.
 * @param source decoded pixels, or the file of `encoderMaster`
 * @param maximale the width of the largest one
 * @param run what each variant waits for by itself; others may come in between
 * @returns contents by width
 */
export async function encoder(
  source: Origine,
  maximale: number,
  format: Format,
  run: (work: () => Promise<Buffer>) => Promise<Buffer> = (work) => work(),
): Promise<Map<number, Buffer>> {
  const variantes = new Map<number, Buffer>();
  for (const largeur of largeursDe(maximale))
    variantes.set(largeur, await run(() => encoderUne(source, largeur, format)));
  return variantes;
}

function encoderUne(source: Origine, largeur: number, format: Format): Promise<Buffer> {
  const image = ouvrir(source).resize({ width: largeur });
  if (format === "avif") return image.avif({ quality: 55, effort: 3 }).toBuffer();
  if (format === "webp") return image.webp({ quality: 78 }).toBuffer();
  return image.jpeg({ quality: 80, mozjpeg: true }).toBuffer();
}

/** @returns a file to make further variants from: quick to write, without visible loss */
export const encoderMaster = (pixels: Pixels): Promise<Buffer> =>
  ouvrir(pixels).jpeg({ quality: 95, chromaSubsampling: "4:4:4" }).toBuffer();
