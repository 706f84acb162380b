import type { EncodedPicture } from "#domain/pictures/picture.ts";
import type { Person } from "./person.ts";

/** A stored document. `version`: opaque, changes with every write. `updatedAt`: ISO 8601 in UTC. */
export type Stored<Fields> = Fields & {
  readonly id: string;
  readonly version: string;
  readonly updatedAt: string;
  readonly updatedBy: Person | null;
  /** Picture key. Null for no picture. Undefined for a document of the older Firebase site. */
  readonly picture: string | null | undefined;
  /** Random id of this document in journal entries. Remains after a deletion and a restoration. */
  readonly subject: string;
};

/** The picture of a document: a new picture, the key of a stored picture, or null for none. */
export type PictureReference = EncodedPicture | string | null;

export type PictureChange = { readonly was: string | null; readonly is: PictureReference };

/** `outdated`: the stored document has another version. `absent`: the document no longer exists. */
export type UpdateOutcome = "updated" | "outdated" | "absent";

/** `no-poster`: a draft without a poster cannot be published or scheduled. */
export type CardOutcome = UpdateOutcome | "no-poster";

/** `taken`: another document has the id. `absent`: the document has left the recycle bin. */
export type RestoreOutcome = "restored" | "taken" | "absent";
