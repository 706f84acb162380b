import type { Day } from "#domain/dates.ts";
import type { SubmissionType } from "#domain/submission.ts";
import type { Services } from "#usecases/services.ts";
import { mailIdOf } from "./mail-id.ts";

/**
 * Finds the entry that a mail tells of.
 * @param mailId as the mail's link names it
 * @param day today in Zurich
 * @returns its id, and how many entries stand before it in the list of its type; null when it is gone
 * @throws when the inbox does not answer
 */
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
