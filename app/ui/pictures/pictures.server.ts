/** The pictures of a page, which is there without them while they cannot be read: its cards have a drawing of their own. */
import type { RouterContextProvider } from "react-router";
import { servicesContext, siteContext } from "#app/contexts.ts";
import type { Collection, PictureFolder, StoredImage } from "#domain/pictures/stored-image.ts";
import { keptPictureUrl } from "./kept-picture-url.ts";

type Context = Readonly<RouterContextProvider>;

async function orWithout<T>(context: Context, pictures: Promise<T>, without: T): Promise<T> {
  try {
    return await pictures;
  } catch (error) {
    // Whoever keeps finished pages hears of it too, and keeps none without its pictures.
    context.get(siteContext).report(error, "pictures of a page");
    return without;
  }
}

/** @returns the picture that visitors see of a card; null when it has none, or when it cannot be read */
export const pictureOf = (context: Context, folder: PictureFolder): Promise<StoredImage | null> =>
  orWithout(context, context.get(servicesContext).images.find(folder), null);

/** What the committee sees of the picture of a card; what is not known of a hidden one is null. */
export type CurrentPicture = Pick<StoredImage, "url" | "focus" | "share"> & {
  readonly width: number | null;
  readonly height: number | null;
};

/**
 * @param named key of the picture, as the document has it
 * @returns the picture of a card as the committee sees it, also that of a draft; null when it has none, or when it cannot be
 * read
 */
export async function currentPicture(
  context: Context,
  folder: PictureFolder,
  named: string | null | undefined,
): Promise<CurrentPicture | null> {
  const image = await pictureOf(context, folder);
  if (image) {
    const { url, focus, share, width, height } = image;
    return { url, focus, share, width, height };
  }
  return named ? { url: keptPictureUrl(named), focus: "", share: null, width: null, height: null } : null;
}

/** @returns the pictures of a collection by id; none when they cannot be read */
export const picturesOf = (context: Context, collection: Collection): Promise<ReadonlyMap<string, StoredImage>> =>
  orWithout(context, context.get(servicesContext).images.findAll(collection), new Map());
