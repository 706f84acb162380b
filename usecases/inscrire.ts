import { type Erreurs, erreursParChamp, type Saisie } from "#domain/champs.ts";
import { jourAZurich } from "#domain/dates.ts";
import { schemaInscription } from "#domain/inscription.ts";
import { accepte, type Resultat, refuse } from "#domain/resultat.ts";
import type { Entree } from "#ports/inbox.ts";
import type { Services } from "#ports/services.ts";

/**
 * Signs somebody up: checks the form on today's date in Zurich and keeps the entry, whose mail follows
 * from the outbox.
 * @returns the entry, durably kept, or one sentence per refused field
 * @throws when the inbox does not answer; nothing is kept then
 */
export async function inscrire(
  { inbox, clock }: Pick<Services, "inbox" | "clock">,
  saisie: Saisie,
): Promise<Resultat<Entree, Erreurs>> {
  const maintenant = clock.now();
  const lecture = schemaInscription(jourAZurich(maintenant)).safeParse(saisie);
  if (!lecture.success) return refuse(erreursParChamp(lecture.error));
  const { entree } = await inbox.add({ type: "inscription", contenu: lecture.data }, maintenant);
  return accepte(entree);
}
