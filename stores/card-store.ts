import type { MemberFields } from "#domain/committee-member.ts";
import type { Revision } from "#domain/history.ts";
import type { JournalAction } from "#domain/journal.ts";
import type { Person } from "#domain/person.ts";
import type { Deletion } from "#domain/recycle-bin.ts";
import type { PictureChange, PictureReference, Restored, Stored, Updated } from "#domain/stored.ts";

/**
 * The collections `membres` and `evenements` (docs/specification.md section 7, document database). Methods throw when
 * the store is unavailable; each write is one durable transaction. `by`: the user; null: unknown. `version`: the
 * version that was read; a concurrent write makes the call fail. `picture`: null for none, absent for no change.
 */
export interface CardStore<Fields, Document extends Stored<Fields> = Stored<Fields>> {
  /** @returns all documents, in no particular order */
  list(): Promise<Document[]>;
  get(id: string): Promise<Document | null>;
  /** @returns `taken` if the id exists. Ids that differ only in case or Unicode composition are equal */
  create(id: string, fields: Fields, by?: Person | null, picture?: PictureReference): Promise<"created" | "taken">;
  /** Replaces the fields and records a revision (`revisionsAfter`). @returns `absent` also if the picture is deleted */
  update(
    id: string,
    fields: Fields,
    version: string,
    by?: Person | null,
    picture?: PictureChange,
    action?: JournalAction,
  ): Promise<Updated>;
  /** @returns the revisions, newest first; fields that a revision lacks are empty, its picture may be absent */
  listRevisions(id: string): Promise<Revision<Fields>[]>;
  moveToBin(id: string, version: string, deletion: Deletion): Promise<Updated>;
  /** Restores an entry of the recycle bin under an id, with its revisions and, if it still exists, its picture. */
  restore(key: string, id: string, by: Person | null): Promise<Restored>;
  /** Erases expired revisions (`keptRevisions`). `Pictures.collectAll` deletes their pictures. */
  pruneRevisions(now: Date): Promise<void>;
}

export type CommitteeStore = CardStore<MemberFields>;
