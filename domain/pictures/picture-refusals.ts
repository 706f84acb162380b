import type { FieldErrors } from "#domain/fields.ts";
import { type ImageRefusal, PICTURE_MEGABYTES } from "./upload-limits.ts";

/** Why something was not put online: one sentence per refused field, and the reason if it was the picture. */
export type PublishRefusal = { readonly errors: FieldErrors; readonly image: ImageRefusal | null };

/** What is said beside a picture field, by reason. */
export const PICTURE_SENTENCES: Record<ImageRefusal | "missing", string> = {
  missing: "Choisissez une image.",
  "too-heavy": `Ce fichier dépasse ${PICTURE_MEGABYTES} Mo. Choisissez une image plus légère.`,
  "too-large": "Cette image dépasse 60 mégapixels, ou 24 en AVIF. Choisissez-en une plus petite.",
  unreadable: "Ce fichier n’est pas une image lisible. Choisissez une photo JPEG, PNG, WebP, AVIF ou HEIC.",
};
