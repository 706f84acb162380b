import type { Services } from "#usecases/services.ts";

/** Also the folder of the pictures and a part of the URL. */
export type CardCollection = "membres" | "evenements";

/** Collection for a subject of the journal and a kind in the recycle bin. */
export const COLLECTIONS = { membre: "membres", evenement: "evenements" } as const;

export const storeOf = <S extends Pick<Services, "committee" | "events">>(services: S, collection: CardCollection) =>
  collection === "membres" ? services.committee : services.events;

/** Key of the picture that a card shows; null for none, and when the card is gone. */
export async function shownPicture(
  services: Pick<Services, "committee" | "events" | "images">,
  folder: { collection: CardCollection; id: string },
): Promise<string | null> {
  const card = await storeOf(services, folder.collection).get(folder.id);
  if (!card) return null;
  return card.picture === undefined ? services.images.adopt(folder) : card.picture;
}
