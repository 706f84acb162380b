import type { Services } from "#usecases/services.ts";
import { type CardCollection, storeOf } from "./card.ts";

/** @returns key of the picture that a card shows; null for none, and when the card is gone */
export async function shownPicture(
  services: Pick<Services, "committee" | "events" | "images">,
  folder: { collection: CardCollection; id: string },
): Promise<string | null> {
  const card = await storeOf(services, folder.collection).get(folder.id);
  if (!card) return null;
  return card.picture === undefined ? services.images.adopt(folder) : card.picture;
}
