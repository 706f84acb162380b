import type { Person } from "./person.ts";
import type { EncodedPicture } from "./pictures/stored-image.ts";

/** A stored document. `version`: opaque, changes with every write, needed for an update. `updatedAt`: ISO 8601, UTC. */
export type Stored<Fields> = Fields & {
  readonly id: string;
  readonly version: string;
  readonly updatedAt: string;
  readonly updatedBy: Person | null;
  /** Picture key; null: no picture. Undefined (older site): the picture is the newest file in the document's folder. */
  readonly picture: string | null | undefined;
  /** Random id that journal entries use for this document. Deletion and restoration do not change it. */
  readonly subject: string;
};

/** The picture to store in a document: a new picture, the key of an existing one, or null for no picture. */
export type PictureReference = EncodedPicture | string | null;

export type PictureChange = { readonly was: string | null; readonly is: PictureReference };

/** Outcome of an update: `outdated` after a concurrent write, `absent` when the document no longer exists. */
export type Updated = "updated" | "outdated" | "absent";

/** `no-poster`: a draft without a poster cannot be published or scheduled. */
export type CardOutcome = Updated | "no-poster";

/** Outcome of restoring from the recycle bin: `taken` if another document has the id, `absent` if the entry is gone. */
export type Restored = "restored" | "taken" | "absent";
