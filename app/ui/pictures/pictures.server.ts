/** Pictures for pages. When pictures cannot be read, the page shows drawings instead of failing. */
import type { RouterContextProvider } from "react-router";
import { rateLimiterContext, servicesContext } from "#app/contexts.ts";
import { withFallback } from "#app/ui/with-fallback.server.ts";
import { waitInWords } from "#domain/accounts/attempt.ts";
import type { Collection, PictureFolder, StoredImage } from "#domain/pictures/stored-image.ts";
import type { ImageRefusal } from "#domain/pictures/upload-limits.ts";
import type { Image } from "./responsive-image.tsx";

type Context = Readonly<RouterContextProvider>;

const WHERE = "pictures of a page";

/** @returns the public picture of an event or a member; null when there is none, or when it cannot be read */
export const findPicture = (context: Context, folder: PictureFolder): Promise<StoredImage | null> =>
  withFallback(context, context.get(servicesContext).images.find(folder), null, WHERE);

/** The picture of an event or a member, for the committee. Its size is null while the picture is not public. */
export type CurrentPictureData = Pick<StoredImage, "url" | "focus" | "share"> & {
  readonly width: number | null;
  readonly height: number | null;
};

/**
 * @param key key of the picture in the document of the event or member
 * @returns the picture, also when the event is a draft; null when the document has no picture
 */
export async function currentPicture(
  context: Context,
  folder: PictureFolder,
  key: string | null | undefined,
): Promise<CurrentPictureData | null> {
  const image = await findPicture(context, folder);
  if (image) {
    const { url, focus, share, width, height } = image;
    return { url, focus, share, width, height };
  }
  return key ? { url: hiddenPictureUrl(key), focus: "", share: null, width: null, height: null } : null;
}

/** @returns public pictures by id of the event or member; empty when they cannot be read */
export const picturesOf = (context: Context, collection: Collection): Promise<ReadonlyMap<string, StoredImage>> =>
  withFallback(context, context.get(servicesContext).images.findAll(collection), new Map(), WHERE);

/** @returns path of a small version of any stored picture; only the committee may open it */
export const hiddenPictureUrl = (key: string): string => `/corbeille/photo/${key}`;

/** @returns a picture that is not public yet, with a placeholder for its size, which is unknown */
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

/** Counts an upload. Returns an error for the file field when the IP address has sent too many pictures, else null. */
export function checkPictureLimit(context: Context): string | null {
  const { wait } = context.get(rateLimiterContext).attempt("image");
  return wait > 0 ? `Trop d’images d’affilée depuis cette connexion. Réessayez ${waitInWords(wait)}.` : null;
}
