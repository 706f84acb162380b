import type { Services } from "#usecases/services.ts";

/** A card is a committee member or an event. The collection's name is also a picture folder and a URL segment. */
export type CardCollection = "membres" | "evenements";

export const CARD_COLLECTIONS = { membre: "membres", evenement: "evenements" } as const;

export const cardStoreOf = <S extends Pick<Services, "committee" | "events">>(
  services: S,
  collection: CardCollection,
) => (collection === "membres" ? services.committee : services.events);

export async function shownCardPicture(
  services: Pick<Services, "committee" | "events" | "pictures">,
  folder: { collection: CardCollection; id: string },
): Promise<string | null> {
  const card = await cardStoreOf(services, folder.collection).get(folder.id);
  if (!card) return null;
  return card.picture === undefined ? services.pictures.adopt(folder) : card.picture;
}
