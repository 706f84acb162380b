import type { Stored, Updated } from "#domain/stored.ts";

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
   * @returns 'pris' when the id is taken; ids that differ only in case or Unicode composition count as the same
   */
  create(id: string, fields: Fields): Promise<"created" | "taken">;

  /**
   * Replaces the fields of a document that is still as it was read.
   * @param version the version that was read
   * @returns nothing is written unless it is 'modifie'
   */
  update(id: string, fields: Fields, version: string): Promise<Updated>;

  /** Deletes a document; deleting what is gone already is no fault. */
  delete(id: string): Promise<void>;
}
