/** Deletes an event, with or without its dossier. */
import type { Person } from "#domain/person.ts";
import { isComing } from "#domain/slots/reply.ts";
import { deleteCard } from "#usecases/recycle-bin.ts";
import type { Services } from "#usecases/services.ts";

/** What the question before the deletion says. `coming`: names of those who come to its slots. */
export type EventToDelete = {
  readonly hasDossier: boolean;
  readonly isDossierKept: boolean;
  readonly coming: readonly string[];
};

export async function readEventToDelete(
  { tasks, dossiers, replies }: Pick<Services, "tasks" | "dossiers" | "replies">,
  subject: string,
): Promise<EventToDelete> {
  const [own, { notes }, { lines }, kept, replied] = await Promise.all([
    tasks.list(subject),
    dossiers.getNotes(subject),
    dossiers.getResult(subject),
    dossiers.listKept(),
    replies.list(subject),
  ]);
  return {
    hasDossier: own.length > 0 || notes !== "" || lines.length > 0,
    isDossierKept: kept.some((dossier) => dossier.subject === subject && dossier.deletedAt === ""),
    coming: [...new Map(replied.filter(isComing).map(({ person, name }) => [person, name])).values()],
  };
}

/**
 * Moves an event to the recycle bin. A kept dossier outlives it; otherwise, the dossier is erased with the event. Idempotent:
 * the second request of a double tap finds no event, and changes nothing. Of two people who delete the event, the
 * one who keeps the dossier prevails, also if the other one was first.
 * @returns the key in the recycle bin; null if the event does not exist
 */
export async function deleteEvent(
  services: Parameters<typeof deleteCard>[0] & Pick<Services, "dossiers" | "bin">,
  { id, keepsDossier }: { readonly id: string; readonly keepsDossier: boolean },
  by: Person | null,
): Promise<string | null> {
  const event = await services.events.get(id);
  if (!event) {
    if (keepsDossier) await keepDossierOfDeleted(services, id);
    return null;
  }
  // Before the deletion: while the event exists, nothing shows a kept dossier.
  if (keepsDossier) await services.dossiers.keep(event.subject, event);
  else await services.dossiers.stopKeeping(event.subject, id);
  const key = await deleteCard(services, { collection: "evenements", id }, by);
  // Meanwhile, somebody else may have chosen not to keep it.
  if (keepsDossier) await services.dossiers.keep(event.subject, event);
  return key;
}

async function keepDossierOfDeleted({ bin, dossiers }: Pick<Services, "bin" | "dossiers">, id: string): Promise<void> {
  const deleted = (await bin.list()).find((entry) => entry.kind === "evenement" && entry.id === id);
  if (deleted?.kind === "evenement") await dossiers.keep(deleted.subjectId, deleted.fields);
}
