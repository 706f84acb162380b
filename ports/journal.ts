import type { JournalAction, JournalSubject } from "#domain/journal.ts";
import type { Person } from "#domain/person.ts";

/** One thing that somebody of the committee did. It holds nothing of visitors beyond the id of what they sent. */
export type JournalLine = {
  readonly at: Date;
  /** Null: somebody at the server's terminal, or the site by itself. */
  readonly by: Person | null;
  readonly action: JournalAction;
  readonly subject: JournalSubject;
  /**
   * What it was done to: the id of an entry of the inbox or of an account; of a card the fingerprint of its identifier
   * (`usecases/cards/thing-id.ts`), which names nobody once the card is gone. Empty: no single thing.
   */
  readonly thing: string;
};

export type JournalFilter = {
  /** Id of an account; absent: everybody. */
  readonly by?: string;
  /** Absent: everything. */
  readonly subject?: JournalSubject;
};

/**
 * What the committee did, for twelve months. Every method throws when the store does not answer; a line that was added
 * survives a crash.
 */
export interface Journal {
  add(line: JournalLine): Promise<void>;

  /** @returns lines, newest first, and how many there are in all */
  list(
    filter: JournalFilter,
    portion: { readonly start: number; readonly count: number },
  ): Promise<{ lines: JournalLine[]; total: number }>;

  /** @returns everybody who has a line, each once under the name of the newest one, in no particular order */
  listPeople(): Promise<Person[]>;

  /** Deletes the lines from before an instant for good. @returns how many */
  purge(before: Date): Promise<number>;
}
