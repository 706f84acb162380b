import type { Services } from "#usecases/services.ts";
import type { CardCollection } from "./card.ts";

/** @returns path of the picture that a card shows; null for none, and when the card is gone */
export async function shownPicture(
  services: Pick<Services, "membres" | "evenements" | "images">,
  folder: { collection: CardCollection; id: string },
): Promise<string | null> {
  const card = await services[folder.collection].get(folder.id);
  if (!card) return null;
  if (card.picture !== undefined) return card.picture;
  const seen = (await services.images.listKept(folder)).filter(({ hidden }) => !hidden);
  return seen.at(-1)?.path ?? null;
}
