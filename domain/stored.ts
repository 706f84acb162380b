import type { Person } from "./person.ts";
import type { MadePicture } from "./pictures/stored-image.ts";

/**
 * A document as it was read: its fields (one that an older site did not know is empty), its identifier, the version
 * that an update must name, and the instant of its last write (ISO 8601 in UTC: `2025-08-01T20:15:00.000Z`).
 * The version is opaque; it changes with every write.
 */
export type Stored<Fields> = Fields & {
  readonly id: string;
  readonly version: string;
  readonly updatedAt: string;
  /** Who wrote it last; null: not known. */
  readonly updatedBy: Person | null;
  /**
   * Key of its picture; null: it has none. Undefined: the older site wrote it, and its picture is the file that was added
   * to its folder last.
   */
  readonly picture: string | null | undefined;
  /** What the journal calls it: random, the same as long as it exists, also in the recycle bin and back. */
  readonly subject: string;
};

/** A picture that a write names: a new one, or the key of one that is there; null: none. */
export type NamedPicture = MadePicture | string | null;

/** The picture of a document until a write, and from it on. */
export type PictureChange = { readonly was: string | null; readonly is: NamedPicture };

/** What became of a write over a version: 'outdated' when somebody else has written since, 'absent' when the document is gone. */
export type Updated = "updated" | "outdated" | "absent";

/** What became of a restoration: 'taken' when the identifier is another document's, 'absent' when the bin has it no more. */
export type Restored = "restored" | "taken" | "absent";
