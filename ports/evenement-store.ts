import type { EvenementFields } from "#domain/evenement.ts";
import type { EvenementDays } from "#domain/planning/days.ts";
import type { Stored } from "#domain/stored.ts";
import type { DocumentStore } from "./document-store.ts";

/**
 * An event as it was read. `sequence` is an integer from 0 to 2³¹-1 that grows with every write under its id, also
 * when the event is deleted and another one created there: calendars take an announcement with a lower one for old.
 */
export type StoredEvenement = Stored<EvenementFields> & { readonly sequence: number };

/**
 * What is left of a deleted event that was announced: what calendars need to remove it. `updatedAt` is the time of the
 * deletion, `sequence` the number that the deletion got.
 */
export type DeletedEvenement = EvenementDays & Pick<StoredEvenement, "id" | "updatedAt" | "sequence">;

/** The collection `evenements`. */
export interface EvenementStore extends DocumentStore<EvenementFields, StoredEvenement> {
  /**
   * Announced events that were deleted, so that calendars which have them can be told. Deleting leaves this trace in
   * the same write (a draft leaves none); an event that is created or restored under the id afterwards takes its place, and it goes with what is erased
   * for good from the recycle bin.
   * @param since traces older than this are left out; those older than `DELETION_ANNOUNCED_DAYS` may be gone for good
   * @returns the traces, in no particular order
   */
  listDeleted(since: Date): Promise<DeletedEvenement[]>;

  /**
   * Asked every minute: it costs what is due, however many events and drafts there are.
   * @returns the drafts that have to be announced by now (`isDue`), in no particular order
   */
  listDue(now: Date): Promise<StoredEvenement[]>;
}
