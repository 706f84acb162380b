import { rateLimiterContext } from "#app/contexts.ts";
import type { ImageRefusal } from "#domain/pictures/upload-limits.ts";
import { waitInWords } from "#domain/text/wait-in-words.ts";
import type { Args } from "./read-form.server.ts";

/** The status of a refused picture. */
export const PICTURE_STATUS: Record<ImageRefusal, number> = { "too-heavy": 413, "too-large": 413, unreadable: 415 };

/** @returns the sentence beside the file field when too many pictures came from this address; null when one more may */
export function tooManyPictures(context: Args["context"]): string | null {
  const { wait } = context.get(rateLimiterContext).attempt("image");
  return wait > 0 ? `Trop d’images d’affilée depuis cette connexion. Réessayez ${waitInWords(wait)}.` : null;
}
