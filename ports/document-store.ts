/**
 * A document as it was read: its fields (one that an older site did not know is empty), its identifier, the version
 * that an update must name, and the instant of its last write (ISO 8601 in UTC: `2025-08-01T20:15:00.000Z`).
 * The version is opaque; it changes with every write.
 */
export type Stored<Fields> = Fields & {
  readonly id: string;
  readonly version: string;
  readonly modifieLe: string;
};

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
