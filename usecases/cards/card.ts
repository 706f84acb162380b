/** What members and events have in common: cards, each with pictures of its own. */
import type { JournalSubject } from "#domain/journal.ts";

export type CardCollection = "membres" | "evenements";

/** What the journal and the recycle bin call a card of a collection. */
export const SUBJECT_OF = { membres: "membre", evenements: "evenement" } as const satisfies Record<
  CardCollection,
  JournalSubject
>;

/** The collection of what the journal and the recycle bin call so. */
export const COLLECTION_OF = { membre: "membres", evenement: "evenements" } as const;
