import type { Day } from "#domain/dates.ts";
import type { SubmissionType } from "#domain/submission.ts";
import type { Services } from "#usecases/services.ts";
import { mailIdOf } from "./mail-id.ts";

/** Finds the entry of a mail link and its position in the list of its type; null when it is gone. */
export async function findMailedEntry(
  { inbox }: Pick<Services, "inbox">,
  type: SubmissionType,
  mailId: string,
  day: Day,
): Promise<{ id: string; before: number } | null> {
  const { entries } = await inbox.search({ type, text: "", filter: "tout", day });
  for (const [before, { id }] of entries.entries()) if ((await mailIdOf(id)) === mailId) return { id, before };
  return null;
}
