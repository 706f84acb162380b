/**
 * A document as it was read: its fields, its identifier and the version that an update must name.
 * The version is opaque; it changes with every write.
 */
export type Stored<Fields> = Fields & { readonly id: string; readonly version: string };

/**
 * What the collections `membres` and `evenements` have in common (SPEC.md section 7, document database).
 * Every method throws when the store does not answer. A write that has returned survives a crash.
 */
export interface DocumentStore<Fields> {
  /** @returns all documents, in no particular order */
  list(): Promise<Stored<Fields>[]>;

  /** @returns the document, or null when there is none of that id */
  get(id: string): Promise<Stored<Fields> | null>;

  /**
   * Creates a document; never overwrites one.
   * @returns 'pris' when the id is taken; ids that differ only in case or Unicode composition count as the same
   */
  create(id: string, fields: Fields): Promise<"cree" | "pris">;

  /**
   * Replaces the fields of a document that is still as it was read.
   * @param version the version that was read
   * @returns 'depasse' when somebody else has written since, 'absent' when the document is gone; nothing is written then
   */
  update(id: string, fields: Fields, version: string): Promise<"modifie" | "depasse" | "absent">;

  /** Deletes a document; deleting what is gone already is no fault. */
  delete(id: string): Promise<void>;
}
