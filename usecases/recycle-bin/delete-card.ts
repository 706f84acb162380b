import type { Person } from "#domain/person.ts";
import { type CardCollection, storeOf } from "#usecases/cards/card.ts";
import type { Services } from "#usecases/services.ts";
import { newBinKey } from "./bin-key.ts";

/**
 * Moves a card with its picture into the recycle bin, as it is now.
 * @param by who deletes it
 * @returns its key in the bin; null when it is gone already
 * @throws when a store does not answer
 */
export async function deleteCard(
  services: Pick<Services, "committee" | "events" | "images" | "clock">,
  { collection, id }: { collection: CardCollection; id: string },
  by: Person | null,
): Promise<string | null> {
  for (;;) {
    const card = await storeOf(services, collection).get(id);
    if (!card) return null;
    const picture = card.picture === undefined ? await services.images.adopt({ collection, id }) : card.picture;
    const deletion = { key: newBinKey(), at: services.clock.now(), by, picture };
    const outcome = await storeOf(services, collection).moveToBin(id, card.version, deletion);
    if (outcome === "absent") return null;
    if (outcome === "updated") return deletion.key;
  }
}
