/** The encodings of a picture, and the widths it is offered in. */
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
