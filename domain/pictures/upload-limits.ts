import type { FieldErrors } from "#domain/fields.ts";

const MEGABYTE = 1024 * 1024;

export const PICTURE_MEGABYTES = 25;

export const PICTURE_LIMITS = {
  bytes: PICTURE_MEGABYTES * MEGABYTE,
  pixels: 60_000_000,
  pixelsAvif: 24_000_000,
} as const;

/** Bytes of a form with a file. Above this limit, the user gets an error page instead of an error at the field. */
export const FILE_FORM_MAX = 32 * MEGABYTE;

/** Maximum bytes of all text fields. Longer than any valid message. */
export const TEXT_FORM_MAX = 256 * 1024;

/**
 * `too-heavy`: too many bytes. `too-large`: too many pixels. `too-slow`: not decoded in time. `unreadable`: damaged, or
 * another type of file.
 */
export type ImageRefusal = "too-heavy" | "too-large" | "too-slow" | "unreadable";

/** An upload. `name` is not trusted. */
export type UploadedFile = { readonly name: string; readonly bytes: Uint8Array };

/** Errors by field. `image`: why the picture was refused. Null if accepted. */
export type PictureFormRefusal = { readonly errors: FieldErrors; readonly image: ImageRefusal | null };

export const PICTURE_SENTENCES: Record<ImageRefusal | "missing", string> = {
  missing: "Choisissez une image.",
  "too-heavy": `Ce fichier dépasse ${PICTURE_MEGABYTES} Mo. Choisissez une image plus légère.`,
  "too-large": "Cette image est trop grande. Choisissez-en une plus petite, ou une capture d’écran de celle-ci.",
  "too-slow":
    "La lecture de cette image a pris trop de temps. Réessayez dans un moment, ou choisissez-en une plus petite.",
  unreadable: "Ce fichier n’est pas une image lisible. Choisissez une photo JPEG, PNG, WebP, AVIF ou HEIC.",
};
