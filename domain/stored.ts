import type { Person } from "./person.ts";
import type { MadePicture } from "./pictures/stored-image.ts";

/** `version`: opaque, changes with every write; an update must name it. `updatedAt`: ISO 8601 in UTC. */
export type Stored<Fields> = Fields & {
  readonly id: string;
  readonly version: string;
  readonly updatedAt: string;
  readonly updatedBy: Person | null;
  /** Picture key; null: none. Undefined: written by the legacy site, whose picture is the newest file of the folder. */
  readonly picture: string | null | undefined;
  /** Random id for the journal, stable for the lifetime of the document, recycle bin included. */
  readonly subject: string;
};

/** The picture of a write: a new one, or the key of an existing one; null: none. */
export type PictureReference = MadePicture | string | null;

export type PictureChange = { readonly was: string | null; readonly is: PictureReference };

/** Outcome of an update: `outdated` after a concurrent write, `absent` when the document is gone. */
export type Updated = "updated" | "outdated" | "absent";

/** `no-poster`: a draft without a poster can be neither published nor scheduled. */
export type CardOutcome = Updated | "no-poster";

/** Outcome of a restoration: `taken` when another document has the identifier, `absent` when the entry is gone. */
export type Restored = "restored" | "taken" | "absent";
