import type { JournalAction, JournalSubject } from "#domain/journal.ts";
import type { Person } from "#domain/person.ts";
import type { Services } from "#usecases/services.ts";

/** What note.ts needs. */
export type Noting = Pick<Services, "journal" | "clock">;

/** Something that was done to something. */
export type Deed = { readonly action: JournalAction; readonly subject: JournalSubject; readonly subjectId?: string };

/**
 * Writes a line of the journal: the one place that does. Called once the thing is done; the journal of a site
 * (server/services.ts) tells of its own faults, so that nobody is told that nothing was done.
 * @param by null: the site by itself, or somebody at its terminal
 * @param deed `subjectId` as in `JournalLine`; absent: none
 */
export const note = (
  { journal, clock }: Noting,
  by: Person | null,
  { action, subject, subjectId = "" }: Deed,
): Promise<void> => journal.add({ at: clock.now(), by, action, subject, subjectId });
