import type { Erreurs } from "#domain/champs.ts";
import { PICTURE_MEGABYTES, type RefusImage } from "#domain/upload-limits.ts";

/** Why something was not put online: one sentence per refused field, and the reason if it was the picture. */
export type RefusDePublier = { readonly erreurs: Erreurs; readonly image: RefusImage | null };

/** What is said beside a picture field, by reason. */
export const PHRASES_IMAGE: Record<RefusImage | "absente", string> = {
  absente: "Choisissez une image.",
  "trop-lourde": `Ce fichier dépasse ${PICTURE_MEGABYTES} Mo. Choisissez une image plus légère.`,
  "trop-grande": "Cette image dépasse 60 mégapixels, ou 24 en AVIF. Choisissez-en une plus petite.",
  illisible: "Ce fichier n’est pas une image lisible. Choisissez une photo JPEG, PNG, WebP, AVIF ou HEIC.",
};
