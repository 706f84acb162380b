import type { Person } from "./person.ts";
import type { MadePicture } from "./pictures/stored-image.ts";

/**
 * A document read from a store; fields unknown to the legacy site are empty. `version` is an opaque token that changes
 * with every write; an update must name it. `updatedAt` is ISO 8601 in UTC.
 */
export type Stored<Fields> = Fields & {
  readonly id: string;
  readonly version: string;
  readonly updatedAt: string;
  /** The last author; null: unknown. */
  readonly updatedBy: Person | null;
  /** Picture key; null: none. Undefined: written by the legacy site, whose picture is the newest file of its folder. */
  readonly picture: string | null | undefined;
  /** Random id for the journal, stable for the lifetime of the document, recycle bin included. */
  readonly subject: string;
};

/** The picture of a write: a new one, or the key of an existing one; null: none. */
export type NamedPicture = MadePicture | string | null;

/** A document's picture before and after a write. */
export type PictureChange = { readonly was: string | null; readonly is: NamedPicture };

/** Outcome of an update: `outdated` after a concurrent write, `absent` when the document is gone. */
export type Updated = "updated" | "outdated" | "absent";

/**
 * Outcome of a restoration: `taken` when another document has the identifier, `absent` when the bin has no such entry.
 */
export type Restored = "restored" | "taken" | "absent";
