import { GROUP_PHOTO } from "#domain/pictures/stored-image.ts";
import type { KeptPicture } from "#ports/image-store.ts";
import type { Services } from "#ports/services.ts";
import type { CardCollection } from "#usecases/cards/card.ts";
import { namedPictures, type Settling, settlePictures } from "./settle-pictures.ts";

/** While the site runs, a picture younger than this may belong to an upload that is still under way. */
const DELAY_MS = 60 * 60 * 1000;

/**
 * Settles what a crash between two stores left behind: pictures of what is there are seen, of what was deleted hidden,
 * and those that nothing names any more go. Safe to run at any time and any number of times.
 * @param delayMs how old, in milliseconds, a picture without a card must be to go; 0 before anybody can upload
 * @throws when a store does not answer
 */
export async function sweepPictures(services: Settling & Pick<Services, "clock">, delayMs = DELAY_MS): Promise<void> {
  const limit = services.clock.now().getTime() - delayMs;
  const isOld = ({ addedAt }: KeptPicture) => addedAt.getTime() <= limit;
  for (const collection of ["evenements", "membres"] as const)
    for (const { id, pictures } of await unsettledFolders(services, collection))
      await sweepFolder(services, { collection, id }, new Set(pictures.filter(isOld).map(({ path }) => path)));
  await sweepGroupPhotos(services);
}

/**
 * What is as it should be costs one look at everything, not one for each card. Whoever changes something meanwhile settles
 * it too.
 */
async function unsettledFolders(services: Settling, collection: CardCollection) {
  const named = await namedPictures(services);
  const folders = await services.images.listFolders(collection);
  const cards = new Set((await services[collection].list()).map(({ id }) => id));
  return folders.filter(({ id, pictures }) =>
    pictures.some(({ path, hidden }) => (named.has(path) ? !hidden : hidden || !cards.has(id))),
  );
}

/** @param old paths of the pictures that no upload can be about to name */
async function sweepFolder(
  services: Settling,
  folder: { collection: CardCollection; id: string },
  old: ReadonlySet<string>,
): Promise<void> {
  await settlePictures(services, folder);
  const isThere = async () => (await services[folder.collection].get(folder.id)) !== null;
  const thereBefore = await isThere();
  const left = (await services.images.listKept(folder)).filter(
    ({ path, hidden }) => old.has(path) && (hidden || !thereBefore),
  );
  if (left.length === 0) return;
  // In this order a card that is deleted or restored meanwhile is found on one side or on the other.
  const named = await namedPictures(services);
  const thereAfter = await isThere();
  for (const path of await namedPictures(services)) named.add(path);
  for (const { path, hidden } of left)
    if (!named.has(path) && (hidden || !thereAfter)) await services.images.remove(path);
}

/**
 * A photo that was sent before the last save is either named by it, by an earlier state, or by nobody ever: whoever saves
 * over a version that is not the last one any more is refused.
 */
async function sweepGroupPhotos(services: Settling): Promise<void> {
  await settlePictures(services, GROUP_PHOTO);
  const { lastSave } = await services.settings.get();
  const left = (await services.images.listKept(GROUP_PHOTO)).filter(({ hidden }) => hidden);
  if (!lastSave || left.length === 0) return;
  const named = await namedPictures(services);
  const { photo } = await services.settings.get();
  for (const { path, addedAt } of left)
    if (addedAt < lastSave.at && !named.has(path) && path !== photo) await services.images.remove(path);
}
