import type { Person } from "#domain/person.ts";
import type { CardCollection } from "#usecases/cards/card.ts";
import { shownPicture } from "#usecases/cards/card-picture.ts";
import { picturesOfCard, type Settling, settlePictures } from "#usecases/pictures/settle-pictures.ts";
import type { Services } from "#usecases/services.ts";
import { newBinKey } from "./bin-key.ts";

/**
 * Moves a card with its pictures into the recycle bin, as it is now.
 * @param by who deletes it
 * @param reportFault told when its pictures could not be hidden yet: nobody sees them, and the sweep goes on
 * @returns its key in the bin; null when it is gone already
 * @throws when a store does not answer
 */
export async function deleteCard(
  services: Settling & Pick<Services, "clock">,
  { collection, id }: { collection: CardCollection; id: string },
  by: Person | null,
  reportFault: (fault: unknown) => void = () => {},
): Promise<string | null> {
  const folder = { collection, id };
  for (;;) {
    const card = await services[collection].get(id);
    if (!card) return null;
    const picture = await shownPicture(services, folder);
    const pictures = await picturesOf(services, folder);
    const key = newBinKey();
    const outcome = await services[collection].moveToBin(id, card.version, {
      ...{ key, at: services.clock.now(), by, pictures, picture },
    });
    if (outcome === "absent") return null;
    if (outcome === "outdated") continue;
    await settlePictures(services, folder).catch(reportFault);
    return key;
  }
}

/**
 * @returns paths of what belongs to a card, as long as it has the version that it had before: what is seen, what is about to
 * be, and what its earlier states can bring back
 */
async function picturesOf(services: Settling, folder: { collection: CardCollection; id: string }): Promise<string[]> {
  const own = await picturesOfCard(services, folder);
  const binned = new Set(await services.bin.listPictures());
  const kept = await services.images.listKept(folder);
  return kept.filter(({ path, hidden }) => own.has(path) || (!hidden && !binned.has(path))).map(({ path }) => path);
}
