/**
 * Pictures follow documents: what the recycle bin or an earlier state names is hidden, what came back with a card and what
 * the settings name is seen; what is hidden and nothing names is never seen again. Flags are set after the write that
 * decides, and the truth is read again until they agree with it: whoever writes last settles last, also when several do
 * at once.
 */
import type { PictureFolder } from "#domain/pictures/stored-image.ts";
import type { KeptPicture } from "#ports/image-store.ts";
import type { Services } from "#ports/services.ts";

export type Settling = Pick<Services, "membres" | "evenements" | "settings" | "bin" | "images">;

/** How often the truth may change under one who looks. */
const TRIES = 10;

/** @returns the paths of all pictures that something in the recycle bin, or an earlier state of the settings, can bring back */
export async function namedPictures({ bin, settings }: Pick<Settling, "bin" | "settings">): Promise<Set<string>> {
  const [binned, states] = await Promise.all([bin.listPictures(), settings.listStates()]);
  const pictures = [...binned, ...states.map(({ picture }) => picture)];
  return new Set(pictures.filter((path): path is string => typeof path === "string"));
}

/**
 * Has every picture of a folder be seen, or hidden, as the documents have it now.
 * @throws when a store does not answer; `sweepPictures` goes on then
 */
export async function settlePictures(services: Settling, folder: PictureFolder): Promise<void> {
  for (let n = 0; n < TRIES; n++) {
    const isHidden = await truthOf(services, folder);
    const pictures = await services.images.listKept(folder);
    const wrong = pictures.filter((one) => isHidden(one) !== one.hidden);
    if (wrong.length === 0) return;
    // First what is to be seen: nobody looks at an empty place meanwhile.
    for (const hidden of [false, true]) {
      const paths = wrong.filter((one) => one.hidden !== hidden).map(({ path }) => path);
      await services.images.setHidden(paths, hidden);
    }
  }
}

type IsHidden = (picture: KeptPicture) => boolean;

async function truthOf(services: Settling, { collection, id }: PictureFolder): Promise<IsHidden> {
  if (collection === "accueil") {
    const { photo } = await services.settings.get();
    const named = await namedPictures(services);
    return ({ path, hidden }) => (photo === undefined ? hidden || named.has(path) : path !== photo);
  }
  const cameBack = new Set(await services[collection].listPictures(id));
  const named = await namedPictures(services);
  return ({ path, hidden }) => named.has(path) || (hidden && !cameBack.has(path));
}
