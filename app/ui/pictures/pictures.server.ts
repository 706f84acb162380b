/** If pictures cannot be read, the page shows drawings. */
import type { RouterContextProvider } from "react-router";
import { rateLimiterContext, servicesContext } from "#app/contexts.ts";
import { valueOrFallback } from "#app/ui/with-fallback.server.ts";
import { waitingTimeInFrench } from "#domain/accounts/attempt.ts";
import type { PictureCollection, PictureFolder, ShownPicture } from "#domain/pictures/picture.ts";
import type { ImageRefusal } from "#domain/pictures/upload-limits.ts";
import type { DisplayedPicture } from "./responsive-image.tsx";

type Context = Readonly<RouterContextProvider>;

const WHERE = "pictures of a page";

/** @returns null if the event or member has no public picture, or if the picture cannot be read */
export const readPublicPicture = (context: Context, folder: PictureFolder): Promise<ShownPicture | null> =>
  valueOrFallback(context, context.get(servicesContext).pictures.find(folder), null, WHERE);

/** The size is unknown (null) for a picture that is not public. */
export type CurrentPictureData = Pick<ShownPicture, "url" | "focus" | "share"> & {
  readonly width: number | null;
  readonly height: number | null;
};

/**
 * @param key key of the picture in the document of the event or member
 * @returns the picture, also for a draft; null if the document has no picture
 */
export async function readCurrentPicture(
  context: Context,
  folder: PictureFolder,
  key: string | null | undefined,
): Promise<CurrentPictureData | null> {
  const image = await readPublicPicture(context, folder);
  if (image) {
    const { url, focus, share, width, height } = image;
    return { url, focus, share, width, height };
  }
  return key ? { url: committeePictureUrl(key), focus: "", share: null, width: null, height: null } : null;
}

/** @returns public pictures by id of the event or member; empty if the pictures cannot be read */
export const readPublicPictures = (
  context: Context,
  collection: PictureCollection,
): Promise<ReadonlyMap<string, ShownPicture>> =>
  valueOrFallback(context, context.get(servicesContext).pictures.findAll(collection), new Map(), WHERE);

/** Small version of any stored picture. Only the committee may open the path. */
export const committeePictureUrl = (key: string): string => `/corbeille/photo/${key}`;

/** The size is a placeholder: the size of a hidden picture is unknown. */
export const committeePicture = (key: string): DisplayedPicture => ({
  url: committeePictureUrl(key),
  width: 800,
  height: 640,
  tint: null,
  focus: "",
  sources: [],
  thumbnail: null,
});

export const PICTURE_REFUSAL_STATUS: Record<ImageRefusal, number> = {
  "too-heavy": 413,
  "too-large": 413,
  "too-slow": 413,
  unreadable: 415,
};

/**
 * Counts an upload.
 * @returns an error for the file field if the IP address has sent too many pictures; otherwise null
 */
export function checkUploadRateLimit(context: Context): string | null {
  const { wait } = context.get(rateLimiterContext).attempt("image");
  return wait > 0 ? `Trop d’images d’affilée depuis cette connexion. Réessayez ${waitingTimeInFrench(wait)}.` : null;
}
