/** What the committee notes on what a visitor sent. */
import type { Person } from "#domain/person.ts";
import type { SubmissionType } from "#domain/submission.ts";
import type { Inbox } from "#stores/inbox-types.ts";
import { type Noting, note } from "#usecases/journal/note.ts";
import type { Services } from "#usecases/services.ts";

const CHANGES = {
  handle: (inbox, id, now) => inbox.setHandled(id, now),
  reopen: (inbox, id) => inbox.setHandled(id, null),
  "consent-received": (inbox, id, now) => inbox.setConsentReceived(id, now),
  "consent-missing": (inbox, id) => inbox.setConsentReceived(id, null),
  "verify-birth-date": (inbox, id) => inbox.setBirthDateVerified(id),
} as const satisfies Record<string, (inbox: Inbox, id: string, now: Date) => Promise<boolean>>;

export type EntryChange = keyof typeof CHANGES;

/**
 * @param by who notes it
 * @returns false when there is no such entry
 * @throws when the inbox does not answer
 */
export async function changeEntry(
  services: Noting & Pick<Services, "inbox">,
  { type, id, change }: { type: SubmissionType; id: string; change: EntryChange },
  by: Person | null,
): Promise<boolean> {
  const { inbox, clock } = services;
  if (!(await CHANGES[change](inbox, id, clock.now()))) return false;
  await note(services, by, { action: "changed", subject: type, subjectId: id });
  return true;
}
