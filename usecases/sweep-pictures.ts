import { GROUP_PHOTO } from "#domain/pictures/stored-image.ts";
import type { Services } from "#ports/services.ts";

/** While the site runs, a folder younger than this may belong to an upload that is still under way. */
const DELAY_MS = 60 * 60 * 1000;

/**
 * Settles what a crash between two stores left behind: pictures of a card that still exists come back,
 * pictures of a card that is gone go too, and so does a group photo that was being taken away. Safe to run at any time and any number of times.
 * @param delayMs how old, in milliseconds, a folder without a card must be to go; 0 before anybody can upload
 * @throws when a store does not answer
 */
export async function sweepPictures(
  { evenements, membres, images, clock }: Pick<Services, "evenements" | "membres" | "images" | "clock">,
  delayMs = DELAY_MS,
): Promise<void> {
  await images.discard(GROUP_PHOTO);
  const stores = { evenements, membres };
  for (const collection of Object.keys(stores) as (keyof typeof stores)[]) {
    for (const { id, setAside, since } of await images.listFolders(collection)) {
      const folder = { collection, id };
      const exists = (await stores[collection].get(id)) !== null;
      if (exists && setAside) await images.bringBack(folder);
      if (exists) continue;
      const pending = !setAside && clock.now().getTime() - since.getTime() < delayMs;
      if (pending) continue;
      await images.setAside(folder);
      await images.discard(folder);
    }
  }
}
