import sharp from "sharp";

/** A decoded picture as it will be seen: upright, sRGB, opaque; three bytes per pixel. */
export type Pixels = { readonly donnees: Uint8Array; readonly largeur: number; readonly hauteur: number };

/** What pictures are made from: decoded pixels, or the file of a picture of the site. */
export type Origine = Pixels | Uint8Array;

/** @returns what sharp makes of it */
export const ouvrir = (source: Origine) =>
  source instanceof Uint8Array
    ? sharp(source)
    : sharp(source.donnees, { raw: { width: source.largeur, height: source.hauteur, channels: 3 } });
