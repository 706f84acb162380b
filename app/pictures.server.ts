/** The pictures of a page, which is there without them while they cannot be read: its cards have a drawing of their own. */
import type { RouterContextProvider } from "react-router";
import type { Collection, Dossier, StoredImage } from "#domain/stored-image.ts";
import { servicesContext, siteContext } from "./context.ts";

type Context = Readonly<RouterContextProvider>;

async function orWithout<T>(context: Context, pictures: Promise<T>, without: T): Promise<T> {
  try {
    return await pictures;
  } catch (panne) {
    // Whoever keeps finished pages hears of it too, and keeps none without its pictures.
    context.get(siteContext).signaler(panne, "pictures of a page");
    return without;
  }
}

/** @returns the picture of a folder; null when it has none, or when it cannot be read */
export const pictureOf = (context: Context, dossier: Dossier): Promise<StoredImage | null> =>
  orWithout(context, context.get(servicesContext).images.last(dossier), null);

/** @returns the pictures of a collection by id; none when they cannot be read */
export const picturesOf = (context: Context, collection: Collection): Promise<ReadonlyMap<string, StoredImage>> =>
  orWithout(context, context.get(servicesContext).images.lastOfEach(collection), new Map());
