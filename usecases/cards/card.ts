/** What members and events have in common: cards, each with pictures of its own. */

export type CardCollection = "membres" | "evenements";

/** The collection of what the journal and the recycle bin call so. */
export const COLLECTION_OF = { membre: "membres", evenement: "evenements" } as const;
