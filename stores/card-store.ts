import type { MemberFields } from "#domain/committee-member.ts";
import type { Revision } from "#domain/history.ts";
import type { JournalAction } from "#domain/journal.ts";
import type { Person } from "#domain/person.ts";
import type { Deletion } from "#domain/recycle-bin.ts";
import type { PictureChange, PictureReference, Restored, Stored, Updated } from "#domain/stored.ts";

/**
 * The collections `membres` and `evenements` (docs/specification.md section 7, document database). Methods throw if the
 * store is unavailable; each write is a durable transaction. `by`: the user; null if unknown. `version`: as read by the
 * caller; the call fails if the document has changed since. `picture`: null removes the picture, absent leaves it.
 */
export interface CardStore<Fields, Document extends Stored<Fields> = Stored<Fields>> {
  /** @returns all documents, in no particular order */
  list(): Promise<Document[]>;
  get(id: string): Promise<Document | null>;
  /** @returns `taken` if the id exists; case and Unicode composition of ids are ignored */
  create(id: string, fields: Fields, by?: Person | null, picture?: PictureReference): Promise<"created" | "taken">;
  /** Replaces the fields, records a revision (`revisionsAfter`). `absent`: the card or the new picture was deleted. */
  update(
    id: string,
    fields: Fields,
    version: string,
    by?: Person | null,
    picture?: PictureChange,
    action?: JournalAction,
  ): Promise<Updated>;
  /** @returns the revisions, newest first; fields that an old revision does not have are empty */
  listRevisions(id: string): Promise<Revision<Fields>[]>;
  moveToBin(id: string, version: string, deletion: Deletion): Promise<Updated>;
  /** Restores the bin entry `key` as the card `id`, with its revisions, and with its picture if that still exists. */
  restore(key: string, id: string, by: Person | null): Promise<Restored>;
  /** Erases expired revisions (`keptRevisions`). `Pictures.collectAll` deletes their pictures. */
  pruneRevisions(now: Date): Promise<void>;
}

export type CommitteeStore = CardStore<MemberFields>;
