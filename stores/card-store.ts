import type { MemberFields } from "#domain/committee-member.ts";
import type { State } from "#domain/history.ts";
import type { JournalAction } from "#domain/journal.ts";
import type { Person } from "#domain/person.ts";
import type { Deletion } from "#domain/recycle-bin.ts";
import type { NamedPicture, PictureChange, Restored, Stored, Updated } from "#domain/stored.ts";

/**
 * What the collections `membres` and `evenements` have in common (SPEC.md section 7, document database).
 * Every method throws when the store does not answer. A write that has returned survives a crash.
 */
export interface CardStore<Fields, Document extends Stored<Fields> = Stored<Fields>> {
  /** @returns all documents, in no particular order */
  list(): Promise<Document[]>;

  /** @returns the document, or null when there is none of that id */
  get(id: string): Promise<Document | null>;

  /**
   * Creates a document; never overwrites one.
   * @param by who does; null: not known
   * @param picture its picture; null for none, also when the one that is named is gone. Absent: it is not said
   * @returns 'taken' when the id is taken; ids that differ only in case or Unicode composition count as the same
   */
  create(id: string, fields: Fields, by?: Person | null, picture?: NamedPicture): Promise<"created" | "taken">;

  /**
   * Replaces the fields of a document that is still as it was read, and keeps what they were (`statesAfter`): another
   * picture is always a change of its own.
   * @param version the version that was read
   * @param by who does; null: not known
   * @param picture its picture from now on, and until now, for a document that names none yet. Absent: it stays as it is
   * @param action what the journal says; absent: it was changed
   * @returns nothing is written unless it is 'updated'; 'absent' also when the picture is gone
   */
  update(
    id: string,
    fields: Fields,
    version: string,
    by?: Person | null,
    picture?: PictureChange,
    action?: JournalAction,
  ): Promise<Updated>;

  /**
   * @returns what a document was before, newest first; empty when there is none of that id. Fields that an earlier version
   * did not know are empty; the picture is absent where that version noted none
   */
  listStates(id: string): Promise<State<Fields>[]>;

  /**
   * Moves a document that is still as it was read into the recycle bin, its earlier states with it, in one write.
   * @param version the version that was read
   * @returns nothing is written unless it is 'updated'
   */
  moveToBin(id: string, version: string, deletion: Deletion): Promise<Updated>;

  /**
   * Takes a document of this collection out of the recycle bin, its earlier states with it, in one write. It has a new
   * version, `updatedAt` is now, and who changed it last is who restores it. Its picture is the one that it had, if it is there.
   * @param key as the bin has it
   * @param id what it is called from now on
   */
  restore(key: string, id: string, by: Person | null): Promise<Restored>;

  /**
   * Forgets the earlier states that were replaced before an instant (`keptStates` says which), for good. Pictures that
   * nothing names any more then go with the next `Pictures.collectAll`.
   */
  pruneStates(now: Date): Promise<void>;
}

/** The collection `membres`. */
export type CommitteeStore = CardStore<MemberFields>;
