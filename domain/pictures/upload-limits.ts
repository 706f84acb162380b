const MEGABYTE = 1024 * 1024;

export const PICTURE_MEGABYTES = 25;

export const PICTURE_LIMITS = {
  bytes: PICTURE_MEGABYTES * MEGABYTE,
  pixels: 60_000_000,
  pixelsAvif: 24_000_000,
} as const;

/** Maximum bytes of a form with a file: above the picture's limit, so that the error appears beside the field. */
export const FILE_FORM_MAX = 32 * MEGABYTE;

/** Maximum bytes of all text fields: more than the longest message in any encoding. */
export const TEXT_FORM_MAX = 256 * 1024;

/** Over 25 MB; over 60 megapixels (24 as AVIF, which needs more memory); not a complete picture. */
export type ImageRefusal = "too-heavy" | "too-large" | "unreadable";

/** An upload; its name and declared type are not trusted. */
export type SentFile = { readonly name: string; readonly bytes: Uint8Array };
