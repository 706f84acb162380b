/**
 * The picture that chats and networks show of a link: a poster made 1200 × 630 pixels, whichever shape it has.
 * A nearly fitting one fills it; any other is shown whole, in an inked frame over a block of colour printed off it,
 * as on the site's own pages (design: `.tirage`).
 */
import sharp, { type Sharp } from "sharp";
import { FORMAT_PARTAGE } from "#domain/stored-image.ts";
import { type Origine, ouvrir } from "./pixels.ts";

/** The share of a poster that may be cut off for it to fill the picture. */
const COUPE_MAX = 0.12;
/** The planning's own inks. */
const FOND = "#a9d3e0";
const BLOC = "#2b6ca3";
const ENCRE = "#17182b";

/** In pixels: least distance of the frame from the edge, width of its line, and how far the block is printed off. */
const MARGE = 40;
const TRAIT = 8;
const DECALAGE = 16;

/** @param source decoded pixels, or the file of a variant */
export async function encodePartage(source: Origine): Promise<Buffer> {
  const { largeur, hauteur } = FORMAT_PARTAGE;
  const { width, height } =
    source instanceof Uint8Array ? await sharp(source).metadata() : { width: source.largeur, height: source.hauteur };
  const trop = (width / height) * (hauteur / largeur);
  if (Math.min(trop, 1 / trop) >= 1 - COUPE_MAX)
    return finir(ouvrir(source).resize(largeur, hauteur, { fit: "cover" }));

  const place = { largeur: largeur - 2 * (MARGE + TRAIT), hauteur: hauteur - 2 * (MARGE + TRAIT) };
  const echelle = Math.min(place.largeur / width, place.hauteur / height);
  const [w, h] = [width, height].map((cote) => Math.max(1, Math.round(cote * echelle))) as [number, number];
  const affiche = await ouvrir(source).resize(w, h, { fit: "fill" }).png({ compressionLevel: 0 }).toBuffer();
  const [left, top] = [Math.round((largeur - w) / 2), Math.round((hauteur - h) / 2)];
  const cadre = { width: w + 2 * TRAIT, height: h + 2 * TRAIT };
  const pose = { left: left - TRAIT, top: top - TRAIT };
  const toile = sharp({ create: { width: largeur, height: hauteur, channels: 3, background: FOND } });
  return finir(
    toile.composite([
      { input: aplat(cadre, BLOC), left: pose.left + DECALAGE, top: pose.top + DECALAGE },
      { input: aplat(cadre, ENCRE), ...pose },
      { input: affiche, left, top },
    ]),
  );
}

const aplat = (taille: { width: number; height: number }, background: string) => ({
  create: { ...taille, channels: 3 as const, background },
});

const finir = (image: Sharp): Promise<Buffer> => image.jpeg({ quality: 82, mozjpeg: true }).toBuffer();
