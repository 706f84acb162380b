/** How much may be sent to the site: the picture of an event or a member, and a form without one. */

const MEGABYTE = 1024 * 1024;

/** Megabytes of the largest accepted picture, as people are told. */
export const PICTURE_MEGABYTES = 25;

/** Most bytes and pixels of an accepted file. */
export const PICTURE_LIMITS = {
  bytes: PICTURE_MEGABYTES * MEGABYTE,
  pixels: 60_000_000,
  pixelsAvif: 24_000_000,
} as const;

/** Bytes of a form with a file: more than the largest accepted picture, so that it can be told beside its field. */
export const FILE_FORM_MAX = 32 * MEGABYTE;

/** Bytes of all fields of a form together: more than the longest message, however its signs are encoded. */
export const TEXT_FORM_MAX = 256 * 1024;

/**
 * Why a file is not a picture for this site: over 25 MB, over 60 megapixels (24 as AVIF, which takes more memory),
 * or not a complete JPEG, PNG, WebP, AVIF or HEIC picture.
 */
export type ImageRefusal = "too-heavy" | "too-large" | "unreadable";

/** A file as somebody sent it; neither its name nor its declared type is believed. */
export type SentFile = { readonly name: string; readonly bytes: Uint8Array };
