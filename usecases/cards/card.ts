import type { Services } from "#usecases/services.ts";

/** Also the folder of its pictures and a URL segment. */
export type CardCollection = "membres" | "evenements";

/** Collection by kind, which is also the subject in the journal and the kind in the recycle bin. */
export const COLLECTIONS = { membre: "membres", evenement: "evenements" } as const;

export const storeOf = <S extends Pick<Services, "committee" | "events">>(services: S, collection: CardCollection) =>
  collection === "membres" ? services.committee : services.events;

/** Key of the picture that a card shows; null for none, or when the card is gone. */
export async function shownPicture(
  services: Pick<Services, "committee" | "events" | "images">,
  folder: { collection: CardCollection; id: string },
): Promise<string | null> {
  const card = await storeOf(services, folder.collection).get(folder.id);
  if (!card) return null;
  return card.picture === undefined ? services.images.adopt(folder) : card.picture;
}
