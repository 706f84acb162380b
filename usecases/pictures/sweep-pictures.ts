import { GROUP_PHOTO } from "#domain/pictures/stored-image.ts";
import type { KeptPicture } from "#ports/image-store.ts";
import type { CardCollection } from "#usecases/cards/card.ts";
import type { Services } from "#usecases/services.ts";
import { hiddenOf, namedPictures, picturesOfCard, type Settling, settlePictures } from "./settle-pictures.ts";

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
 * What is as it should be costs one look at everything, and one at the earlier states of each card that has pictures of
 * before. Whoever changes something meanwhile settles it too.
 */
async function unsettledFolders(services: Settling, collection: CardCollection) {
  const binned = new Set(await services.bin.listPictures());
  const folders = await services.images.listFolders(collection);
  const cards = new Map((await services[collection].list()).map((card) => [card.id, card] as const));
  const unsettled = [];
  for (const folder of folders) {
    const { id, pictures } = folder;
    const card = cards.get(id) ?? null;
    const isHidden = hiddenOf(card, binned);
    const unnamed = pictures.filter(
      ({ path, hidden }) => (hidden || !card) && !binned.has(path) && path !== card?.picture,
    );
    const isWrong = pictures.some((one) => isHidden(one) !== one.hidden);
    if (isWrong || (unnamed.length > 0 && !(await areOfBefore(services, { collection, id }, unnamed))))
      unsettled.push(folder);
  }
  return unsettled;
}

/** @returns whether earlier states of a card name all of these pictures */
async function areOfBefore(
  services: Settling,
  { collection, id }: { collection: CardCollection; id: string },
  pictures: readonly KeptPicture[],
): Promise<boolean> {
  const before = new Set((await services[collection].listStates(id)).map(({ picture }) => picture));
  return pictures.every(({ path }) => before.has(path));
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
  for (const path of await picturesOfCard(services, folder)) named.add(path);
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
