import type { RefusImage } from "#ports/image-store.ts";

/** What is said beside a picture field, by reason. */
export const PHRASES_IMAGE: Record<RefusImage | "absente", string> = {
  absente: "Choisissez une image.",
  "trop-lourde": "Ce fichier dépasse 25 Mo. Choisissez une image plus légère.",
  "trop-grande": "Cette image dépasse 60 mégapixels. Choisissez-en une plus petite.",
  illisible: "Ce fichier n’est pas une image lisible. Choisissez une photo JPEG, PNG, WebP, AVIF ou HEIC.",
};
