import type { FieldErrors } from "#domain/fields.ts";
import { type ImageRefusal, PICTURE_MEGABYTES } from "./upload-limits.ts";

/** Errors by field, and the reason when the picture was refused. */
export type PublishRefusal = { readonly errors: FieldErrors; readonly image: ImageRefusal | null };

export const PICTURE_SENTENCES: Record<ImageRefusal | "missing", string> = {
  missing: "Choisissez une image.",
  "too-heavy": `Ce fichier dépasse ${PICTURE_MEGABYTES} Mo. Choisissez une image plus légère.`,
  "too-large": "Cette image dépasse 60 mégapixels, ou 24 en AVIF. Choisissez-en une plus petite.",
  unreadable: "Ce fichier n’est pas une image lisible. Choisissez une photo JPEG, PNG, WebP, AVIF ou HEIC.",
};
