import type { EvenementFields } from "#domain/evenement.ts";
import type { MembreFields } from "#domain/membre.ts";
import type { Person } from "#domain/person.ts";
import type { Deletion } from "#domain/recycle-bin.ts";
import type { InboxEntry } from "./inbox.ts";

/** Something that was deleted and can be brought back. A card's earlier states are kept with it. */
export type BinEntry = Deletion & {
  /** What the journal calls it. */
  readonly thing: string;
} & (
    | { readonly kind: "membre"; readonly id: string; readonly fields: MembreFields }
    | { readonly kind: "evenement"; readonly id: string; readonly fields: EvenementFields }
    | { readonly kind: "inscription" | "message"; readonly id: string; readonly entry: InboxEntry }
  );

/**
 * What was deleted in the last days (`BIN_DAYS`). The stores put things in (`moveToBin`) and take them out
 * (`restore`), each in one write. Every method throws when the store does not answer.
 */
export interface RecycleBin {
  /** @returns all entries, newest first */
  list(): Promise<BinEntry[]>;

  /** @returns the entry, or null when there is none of that key */
  find(key: string): Promise<BinEntry | null>;

  /** @returns paths of the pictures that entries name, in no particular order; it takes no longer for more sign-ups and messages */
  listPictures(): Promise<string[]>;

  /**
   * Deletes an entry for good, with the earlier states that are kept with it and what still tells calendars of a deleted
   * event; nothing of it is left in any file. Its pictures are for `usecases/recycle-bin/erase-for-good.ts`.
   * @returns false when it is gone already: restored, or erased by somebody else
   */
  erase(key: string, by?: Person | null): Promise<boolean>;
}
