import { PHOTO_DE_GROUPE } from "#domain/stored-image.ts";
import type { Services } from "#ports/services.ts";

/** While the site runs, a folder younger than this may belong to an upload that is still under way. */
const DELAI_MS = 60 * 60 * 1000;

/**
 * Settles what a crash between two stores left behind: pictures of a card that still exists come back,
 * pictures of a card that is gone go too, and so does a group photo that was being taken away. Safe to run at any time and any number of times.
 * @param delaiMs how old, in milliseconds, a folder without a card must be to go; 0 before anybody can upload
 * @throws when a store does not answer
 */
export async function rangerImages(
  { evenements, membres, images, clock }: Pick<Services, "evenements" | "membres" | "images" | "clock">,
  delaiMs = DELAI_MS,
): Promise<void> {
  await images.discard(PHOTO_DE_GROUPE);
  const stores = { evenements, membres };
  for (const collection of Object.keys(stores) as (keyof typeof stores)[]) {
    for (const { id, misDeCote, depuis } of await images.folders(collection)) {
      const dossier = { collection, id };
      const existe = (await stores[collection].get(id)) !== null;
      if (existe && misDeCote) await images.bringBack(dossier);
      if (existe) continue;
      const enCours = !misDeCote && clock.now().getTime() - depuis.getTime() < delaiMs;
      if (enCours) continue;
      await images.setAside(dossier);
      await images.discard(dossier);
    }
  }
}
