import type { Jour } from "#domain/dates.ts";
import type { TypeDEnvoi } from "#domain/submission.ts";
import type { Services } from "#ports/services.ts";
import { mailIdOf } from "./mail-id.ts";

/**
 * Finds the entry that a mail tells of.
 * @param mailId as the mail's link names it
 * @param jour today in Zurich
 * @returns its id, and how many entries stand before it in the list of its type; null when it is gone
 * @throws when the inbox does not answer
 */
export async function findMailedEntry(
  { inbox }: Pick<Services, "inbox">,
  type: TypeDEnvoi,
  mailId: string,
  jour: Jour,
): Promise<{ id: string; before: number } | null> {
  const { fiches } = await inbox.search({ type, texte: "", filtre: "tout", jour });
  for (const [before, { id }] of fiches.entries()) if ((await mailIdOf(id)) === mailId) return { id, before };
  return null;
}
