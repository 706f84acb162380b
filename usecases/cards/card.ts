/** What members and events have in common: cards, each with pictures of its own. */
import type { Services } from "../services.ts";

/** Collection of documents, folder of pictures and part of an address. */
export type CardCollection = "membres" | "evenements";

/** The collection of what the journal and the recycle bin call so. */
export const COLLECTION_OF = { membre: "membres", evenement: "evenements" } as const;

export const storeOf = <S extends Pick<Services, "committee" | "events">>(services: S, collection: CardCollection) =>
  collection === "membres" ? services.committee : services.events;
