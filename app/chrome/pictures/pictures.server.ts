/** The pictures of a page, which is there without them while they cannot be read: its cards have a drawing of their own. */
import type { RouterContextProvider } from "react-router";
import { servicesContext, siteContext } from "#app/contexts.ts";
import type { Collection, PictureFolder, StoredImage } from "#domain/pictures/stored-image.ts";

type Context = Readonly<RouterContextProvider>;

async function orWithout<T>(context: Context, pictures: Promise<T>, without: T): Promise<T> {
  try {
    return await pictures;
  } catch (fault) {
    // Whoever keeps finished pages hears of it too, and keeps none without its pictures.
    context.get(siteContext).report(fault, "pictures of a page");
    return without;
  }
}

/** @returns the picture of a folder; null when it has none, or when it cannot be read */
export const pictureOf = (context: Context, folder: PictureFolder): Promise<StoredImage | null> =>
  orWithout(context, context.get(servicesContext).images.findLast(folder), null);

/** @returns the pictures of a collection by id; none when they cannot be read */
export const picturesOf = (context: Context, collection: Collection): Promise<ReadonlyMap<string, StoredImage>> =>
  orWithout(context, context.get(servicesContext).images.findLastOfEach(collection), new Map());
