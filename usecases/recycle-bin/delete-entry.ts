import type { Person } from "#domain/person.ts";
import type { SubmissionType } from "#domain/submission.ts";
import type { Services } from "#ports/services.ts";
import { type Noting, note } from "#usecases/journal/note.ts";
import { newBinKey } from "./bin-key.ts";

/**
 * Moves what a visitor sent into the recycle bin. Its mail waits for nothing there; the mail that was kept stays as long.
 * @param by who deletes it
 * @returns its key in the bin; null when it is gone already
 * @throws when the inbox does not answer
 */
export async function deleteEntry(
  services: Noting & Pick<Services, "inbox">,
  { type, id }: { type: SubmissionType; id: string },
  by: Person | null,
): Promise<string | null> {
  const { inbox, clock } = services;
  const key = newBinKey();
  if (!(await inbox.moveToBin(id, { key, at: clock.now(), by, pictures: [] }))) return null;
  await note(services, by, { action: "deleted", subject: type, thing: id });
  return key;
}
