/** What readers see of a folder's pictures. */

import type { StoredImage } from "#domain/stored-image.ts";
import { type Format, largeursDe, nomDePartage, nomDeVariante, TYPES } from "#domain/variantes.ts";
import type { Picture } from "#ports/picture-store.ts";
import { isMade, type MadePicture } from "./picture-files.ts";

export function shown({ path, dossier, made }: MadePicture): StoredImage {
  const { key, width, height, tint, share } = made;
  const url = (name: string) => `/images/${dossier.collection}/${encodeURIComponent(dossier.id)}/${name}`;
  const variantUrl = (largeur: number, format: Format) => url(nomDeVariante(key, largeur, format));
  const formats = (["avif", "webp", "jpeg"] as const).filter((format) => format === "jpeg" || made[format]);
  return {
    path,
    url: variantUrl(width, "jpeg"),
    largeur: width,
    hauteur: height,
    teinte: tint,
    sources: formats.map((format) => ({
      type: TYPES[format],
      variantes: largeursDe(width).map((largeur) => ({ url: variantUrl(largeur, format), largeur })),
    })),
    partage: share ? url(nomDePartage(key)) : null,
  };
}

/**
 * @param pictures of one folder, oldest first
 * @param want called for the file of an existing project that cannot be shown
 * @returns the newest one that can be shown; null also while the files of one that is newer are still to be made
 */
export function newest(pictures: readonly Picture[], want: (picture: Picture) => void): StoredImage | null {
  for (const picture of pictures.toReversed()) {
    if (picture.setAside) continue;
    if (isMade(picture)) return shown(picture);
    want(picture);
    if (!picture.refusal) return null;
  }
  return null;
}
