/**
 * Where Firestore keeps what. Instants are texts in UTC as `2025-08-01T20:15:00.000Z`, which sort as they follow each
 * other. A field that the site does not know (an older site wrote `Telephone`) stays as it is.
 */
export const COLLECTIONS = {
  /**
   * One document for each member, under its identifier: the fields of SPEC.md section 3, and of the site's own
   * `updatedAt`, `writeId`, which is another one with every write, and `updatedBy`, null or `id` and `name` of an account
   * with the `writeId` of that write: where it is another one, a version that does not know of people wrote last; and
   * `pictures`, paths of those that came back with it from the recycle bin.
   */
  membres: "membres",
  /** The same for events; of the site's own also `sequence`. */
  evenements: "evenements",
  /** The last fields of a deleted event, with `sequence` and `updatedAt`, under its identifier. */
  deleted: "deleted-evenements",
  /** `id` of the document that has an identifier of this kind, under `{collection} {identifierKey(id)}`. */
  keys: "keys",
  /**
   * The one document `current`: `content`, `updatedAt`, `updatedBy` (a name, or the address that an earlier version
   * wrote), `writeId`, and `more`, which earlier versions do not write, as settings-store.ts says.
   */
  settings: "settings",
  /**
   * Earlier states, under `settings`, `membres {id}`, `evenements {id}` and `bin {key}`: `states`, newest first, as
   * domain/history.ts has them, and `oldest`, the `until` of the last one.
   */
  histories: "histories",
  /** What was deleted lately, under its key, as recycle-bin.ts says. */
  bin: "recycle-bin",
  /** What the committee did, a document for each line, as journal.ts says. */
  journal: "journal",
  /** What visitors sent, as inbox-document.ts says. */
  inbox: "inbox",
  /** `id` of the last entry with a content, under the SHA-256 of that content. */
  fingerprints: "inbox-fingerprints",
  /** Mail to accounts that waits, as account-mail-queue.ts says. */
  accountMail: "account-mail",
  /**
   * `format`, as stores/format.ts says; `account-changes` and `first-link`, as stores/accounts.ts says; `turn-emailjs`:
   * when the next mail may go out (`nextAt`); `health…` and `clock`, as stores/site-state.ts says.
   */
  state: "state",
} as const;
