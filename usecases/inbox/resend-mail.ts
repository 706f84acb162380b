import type { Person } from "#domain/person.ts";
import type { SubmissionType } from "#domain/submission.ts";
import { type Noting, note } from "#usecases/journal/note.ts";
import type { Services } from "#usecases/services.ts";

type Needs = Noting & Pick<Services, "inbox">;

/**
 * @param by who has it sent again
 * @returns false when there is no such entry
 * @throws when the inbox does not answer
 */
export async function resendMail(
  services: Needs,
  { type, id }: { type: SubmissionType; id: string },
  by: Person | null,
): Promise<boolean> {
  if (!(await services.inbox.resend(id, services.clock.now()))) return false;
  await note(services, by, { action: "resent", subject: type, subjectId: id });
  return true;
}

/**
 * Every refused mail of a list.
 * @param by who has them sent again
 * @throws when the inbox does not answer
 */
export async function resendAllMail(services: Needs, type: SubmissionType, by: Person | null): Promise<void> {
  const count = await services.inbox.resendAll(type, services.clock.now());
  if (count > 0) await note(services, by, { action: "resent", subject: type });
}
