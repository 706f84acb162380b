import type { JournalAction, JournalSubject } from "#domain/journal.ts";
import type { Person } from "#domain/person.ts";
import type { Services } from "#usecases/services.ts";

export type JournalServices = Pick<Services, "journal" | "clock">;

type JournalEntry = { readonly action: JournalAction; readonly subject: JournalSubject; readonly subjectId?: string };

/** Adds a journal entry; call it after the action. `by`: null for a job or the command line. */
export const recordAction = (
  { journal, clock }: JournalServices,
  by: Person | null,
  { action, subject, subjectId = "" }: JournalEntry,
): Promise<void> => journal.add({ at: clock.now(), by, action, subject, subjectId });
