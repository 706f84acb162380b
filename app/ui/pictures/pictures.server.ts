/** Pictures of a page. When they cannot be read, the page shows drawings instead of failing. */
import type { RouterContextProvider } from "react-router";
import { rateLimiterContext, servicesContext, siteContext } from "#app/contexts.ts";
import { waitInWords } from "#domain/accounts/attempt.ts";
import type { Collection, PictureFolder, StoredImage } from "#domain/pictures/stored-image.ts";
import type { ImageRefusal } from "#domain/pictures/upload-limits.ts";
import type { Image } from "./responsive-image.tsx";

type Context = Readonly<RouterContextProvider>;

async function withFallback<T>(context: Context, pictures: Promise<T>, missing: T): Promise<T> {
  try {
    return await pictures;
  } catch (error) {
    // The page cache stores no page during which an error was reported.
    context.get(siteContext).report(error, "pictures of a page");
    return missing;
  }
}

/** @returns a card's public picture; null when there is none, or when it cannot be read */
export const pictureOf = (context: Context, folder: PictureFolder): Promise<StoredImage | null> =>
  withFallback(context, context.get(servicesContext).images.find(folder), null);

/** A card's picture for the committee. The size of a hidden picture is unknown. */
export type CurrentPicture = Pick<StoredImage, "url" | "focus" | "share"> & {
  readonly width: number | null;
  readonly height: number | null;
};

/**
 * @param key of the picture in the document
 * @returns also the picture of a draft; null when there is none
 */
export async function currentPicture(
  context: Context,
  folder: PictureFolder,
  key: string | null | undefined,
): Promise<CurrentPicture | null> {
  const image = await pictureOf(context, folder);
  if (image) {
    const { url, focus, share, width, height } = image;
    return { url, focus, share, width, height };
  }
  return key ? { url: hiddenPictureUrl(key), focus: "", share: null, width: null, height: null } : null;
}

/** @returns public pictures by card id; empty when they cannot be read */
export const picturesOf = (context: Context, collection: Collection): Promise<ReadonlyMap<string, StoredImage>> =>
  withFallback(context, context.get(servicesContext).images.findAll(collection), new Map());

/** @returns address of a small version of any stored picture, for the committee only */
export const hiddenPictureUrl = (key: string): string => `/corbeille/photo/${key}`;

/** @returns a picture that visitors do not see yet. Its size is a placeholder: the real one is unknown. */
export const hiddenPicture = (key: string): Image => ({
  url: hiddenPictureUrl(key),
  width: 800,
  height: 640,
  tint: null,
  focus: "",
  sources: [],
  thumbnail: null,
});

export const PICTURE_STATUS: Record<ImageRefusal, number> = { "too-heavy": 413, "too-large": 413, unreadable: 415 };

/** @returns the error of the file field when the IP address has sent too many pictures; null otherwise */
export function checkPictureLimit(context: Context): string | null {
  const { wait } = context.get(rateLimiterContext).attempt("image");
  return wait > 0 ? `Trop d’images d’affilée depuis cette connexion. Réessayez ${waitInWords(wait)}.` : null;
}
