import type { Services } from "#usecases/services.ts";

/** A card is a member or an event. The name of the collection is also its picture folder and a URL segment. */
export type CardCollection = "membres" | "evenements";

/** Collection of each kind of card. The recycle bin and the journal use the same kinds. */
export const COLLECTIONS = { membre: "membres", evenement: "evenements" } as const;

export const storeOf = <S extends Pick<Services, "committee" | "events">>(services: S, collection: CardCollection) =>
  collection === "membres" ? services.committee : services.events;

/** @returns the key of the picture of a member or event; null if there is no picture or no such document */
export async function shownPicture(
  services: Pick<Services, "committee" | "events" | "images">,
  folder: { collection: CardCollection; id: string },
): Promise<string | null> {
  const card = await storeOf(services, folder.collection).get(folder.id);
  if (!card) return null;
  return card.picture === undefined ? services.images.adopt(folder) : card.picture;
}
