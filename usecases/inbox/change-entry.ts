import type { Person } from "#domain/person.ts";
import type { SubmissionType } from "#domain/submission.ts";
import { addJournalEntry, type JournalServices } from "#usecases/journal.ts";
import { recordConsent } from "#usecases/register/consent.ts";
import type { Services } from "#usecases/services.ts";

type Needs = JournalServices & Pick<Services, "inbox" | "register">;

const CONSENT = { "consent-received": true, "consent-missing": false };

export type InboxEntryChange = keyof typeof CONSENT | "verify-birth-date" | "resend";

export async function changeInboxEntry(
  services: Needs,
  { type, id, change }: { type: SubmissionType; id: string; change: InboxEntryChange },
  by: Person | null,
): Promise<boolean> {
  if (change === "consent-received" || change === "consent-missing")
    return recordConsent(services, { subject: { signUp: id }, received: CONSENT[change] }, by);
  const { inbox, clock } = services;
  const isThere = change === "resend" ? await inbox.resend(id, clock.now()) : await inbox.setBirthDateVerified(id);
  if (!isThere) return false;
  const action = change === "resend" ? "resent" : "changed";
  await addJournalEntry(services, by, { action, subject: type, subjectId: id });
  return true;
}

export async function resendAllRefusedMail(services: Needs, type: SubmissionType, by: Person | null): Promise<void> {
  const count = await services.inbox.resendAll(type, services.clock.now());
  if (count > 0) await addJournalEntry(services, by, { action: "resent", subject: type });
}
