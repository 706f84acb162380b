import type { Person } from "#domain/person.ts";
import type { SubmissionType } from "#domain/submission.ts";
import type { Inbox } from "#stores/inbox.ts";
import { addJournalEntry, type JournalServices } from "#usecases/journal.ts";
import type { Services } from "#usecases/services.ts";

type Needs = JournalServices & Pick<Services, "inbox">;

const CHANGES = {
  "consent-received": (inbox, id, now) => inbox.setConsentReceived(id, now),
  "consent-missing": (inbox, id) => inbox.setConsentReceived(id, null),
  "verify-birth-date": (inbox, id) => inbox.setBirthDateVerified(id),
  resend: (inbox, id, now) => inbox.resend(id, now),
} as const satisfies Record<string, (inbox: Inbox, id: string, now: Date) => Promise<boolean>>;

export type EntryChange = keyof typeof CHANGES;

export async function changeEntry(
  services: Needs,
  { type, id, change }: { type: SubmissionType; id: string; change: EntryChange },
  by: Person | null,
): Promise<boolean> {
  if (!(await CHANGES[change](services.inbox, id, services.clock.now()))) return false;
  const action = change === "resend" ? "resent" : "changed";
  await addJournalEntry(services, by, { action, subject: type, subjectId: id });
  return true;
}

export async function resendAllMail(services: Needs, type: SubmissionType, by: Person | null): Promise<void> {
  const count = await services.inbox.resendAll(type, services.clock.now());
  if (count > 0) await addJournalEntry(services, by, { action: "resent", subject: type });
}
