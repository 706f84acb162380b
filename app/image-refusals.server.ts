import { dansCombien } from "#domain/attente.ts";
import type { RefusImage } from "#domain/upload-limits.ts";
import { gardeContext } from "./context.ts";
import type { Args } from "./read-form.server.ts";

/** The status of a refused picture. */
export const STATUT_IMAGE: Record<RefusImage, number> = { "trop-lourde": 413, "trop-grande": 413, illisible: 415 };

/** @returns the sentence beside the file field when too many pictures came from this address; null when one more may */
export function tropDImages(context: Args["context"]): string | null {
  const { attente } = context.get(gardeContext).essayer("image");
  return attente > 0 ? `Trop d’images d’affilée depuis cette connexion. Réessayez ${dansCombien(attente)}.` : null;
}
