import type { State } from "#domain/history.ts";
import type { Person } from "#domain/person.ts";
import type { Deletion } from "#domain/recycle-bin.ts";
import type { Restored, Stored, Updated } from "#domain/stored.ts";

/**
 * What the collections `membres` and `evenements` have in common (SPEC.md section 7, document database).
 * Every method throws when the store does not answer. A write that has returned survives a crash.
 */
export interface DocumentStore<Fields, Document extends Stored<Fields> = Stored<Fields>> {
  /** @returns all documents, in no particular order */
  list(): Promise<Document[]>;

  /** @returns the document, or null when there is none of that id */
  get(id: string): Promise<Document | null>;

  /**
   * Creates a document; never overwrites one.
   * @param by who does; null: not known
   * @returns 'pris' when the id is taken; ids that differ only in case or Unicode composition count as the same
   */
  create(id: string, fields: Fields, by?: Person | null): Promise<"created" | "taken">;

  /**
   * Replaces the fields of a document that is still as it was read, and keeps what they were (`statesAfter`).
   * @param version the version that was read
   * @param by who does; null: not known
   * @returns nothing is written unless it is 'modifie'
   */
  update(id: string, fields: Fields, version: string, by?: Person | null): Promise<Updated>;

  /** @returns what a document was before, newest first; empty when there is none of that id */
  listStates(id: string): Promise<State<Fields>[]>;

  /**
   * Moves a document that is still as it was read into the recycle bin, its earlier states with it, in one write.
   * @param version the version that was read
   * @returns nothing is written unless it is 'updated'
   */
  moveToBin(id: string, version: string, deletion: Deletion): Promise<Updated>;

  /**
   * Takes a document of this collection out of the recycle bin, its earlier states with it, in one write. It has a new
   * version, `updatedAt` is now, and who changed it last is who restores it.
   * @param key as the bin has it
   * @param id what it is called from now on
   * @param pictures paths of the pictures that come back with it, which `listPictures` names from now on; absent: none
   * @returns nothing is written unless it is 'restored'
   */
  restore(key: string, id: string, by: Person | null, pictures?: readonly string[]): Promise<Restored>;

  /** @returns paths of the pictures that came back with a document: they are seen, though they were hidden */
  listPictures(id: string): Promise<readonly string[]>;

  /** Forgets the earlier states that were replaced before an instant (`keptStates` says which), for good. */
  pruneStates(now: Date): Promise<void>;
}
