import { type Erreurs, erreursParChamp, type Saisie } from "#domain/champs.ts";
import { schemaMessageContact } from "#domain/message-contact.ts";
import { accepte, type Resultat, refuse } from "#domain/resultat.ts";
import type { Entree } from "#ports/inbox.ts";
import type { Services } from "#ports/services.ts";

/** Made once: that takes longer than to check a form with it. */
const SCHEMA = schemaMessageContact();

/**
 * Sends the committee a message: checks the form and keeps the entry, whose mail follows from the outbox.
 * @returns the entry, durably kept, or one sentence per refused field
 * @throws when the inbox does not answer; nothing is kept then
 */
export async function envoyerMessage(
  { inbox, clock }: Pick<Services, "inbox" | "clock">,
  saisie: Saisie,
): Promise<Resultat<Entree, Erreurs>> {
  const lecture = SCHEMA.safeParse(saisie);
  if (!lecture.success) return refuse(erreursParChamp(lecture.error));
  const { entree } = await inbox.add({ type: "message", contenu: lecture.data }, clock.now());
  return accepte(entree);
}
