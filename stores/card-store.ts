import type { MemberFields } from "#domain/committee-member.ts";
import type { Revision } from "#domain/history.ts";
import type { JournalAction } from "#domain/journal.ts";
import type { Person } from "#domain/person.ts";
import type { Deletion } from "#domain/recycle-bin.ts";
import type { PictureChange, PictureReference, Restored, Stored, Updated } from "#domain/stored.ts";

/**
 * The collections `membres` and `evenements` (docs/specification.md section 7, document database). Methods throw if the
 * store is unavailable. Each write is a durable transaction. `by`: the user; null if unknown. `version`: as read by the
 * caller. `outdated`: the version has changed. `picture`: null removes the picture, undefined keeps it.
 */
export interface CardStore<Fields, Document extends Stored<Fields> = Stored<Fields>> {
  /** @returns all documents, in no particular order */
  list(): Promise<Document[]>;
  get(id: string): Promise<Document | null>;
  /** @returns `taken` if the id exists, ignoring case and Unicode composition */
  create(id: string, fields: Fields, by?: Person | null, picture?: PictureReference): Promise<"created" | "taken">;
  /** Replaces the fields and records a revision. `absent`: the card or the new picture was deleted. */
  update(
    id: string,
    fields: Fields,
    version: string,
    by?: Person | null,
    picture?: PictureChange,
    action?: JournalAction,
  ): Promise<Updated>;
  /** @returns the revisions, newest first. A missing field is empty. */
  listRevisions(id: string): Promise<Revision<Fields>[]>;
  moveToBin(id: string, version: string, deletion: Deletion): Promise<Updated>;
  /** Restores the recycle bin's entry `key` as the card `id`, with revisions and picture. */
  restore(key: string, id: string, by: Person | null): Promise<Restored>;
  /** Erases expired revisions. `Pictures.collectAll` deletes their pictures. */
  pruneRevisions(now: Date): Promise<void>;
}

export type CommitteeStore = CardStore<MemberFields>;
