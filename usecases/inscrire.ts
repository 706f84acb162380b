import { isProposedBirthDate } from "#domain/age.ts";
import { type Erreurs, erreursParChamp, type Saisie } from "#domain/champs.ts";
import { jourAZurich, jourDepuis } from "#domain/dates.ts";
import { birthDateQuestion, CONFIRMED_BIRTH_DATE, schemaInscription } from "#domain/inscription.ts";
import { accepte, type Resultat, refuse } from "#domain/resultat.ts";
import type { Entree } from "#ports/inbox.ts";
import type { Services } from "#ports/services.ts";

/**
 * Signs somebody up: checks the form on today's date in Zurich and keeps the entry, whose mail follows
 * from the outbox. A birth date that the form proposed is kept once the person has said that it is right, and marked
 * for the committee.
 * @returns the entry, durably kept, or one sentence per refused field; the only sentence may be the question for the
 * birth date, under the name of the field that answers it
 * @throws when the inbox does not answer; nothing is kept then
 */
export async function inscrire(
  { inbox, clock }: Pick<Services, "inbox" | "clock">,
  saisie: Saisie,
): Promise<Resultat<Entree, Erreurs>> {
  const maintenant = clock.now();
  const jour = jourAZurich(maintenant);
  const lecture = schemaInscription(jour).safeParse(saisie);
  if (!lecture.success) return refuse(erreursParChamp(lecture.error));
  const contenu = lecture.data;
  const birth = jourDepuis(contenu.dateAnniv);
  const proposed = isProposedBirthDate(birth, jour);
  // A page that has been open for days asks about a date that the site does not propose any more.
  const confirmed = saisie[CONFIRMED_BIRTH_DATE] === birth;
  if (proposed && !confirmed) return refuse({ [CONFIRMED_BIRTH_DATE]: birthDateQuestion(birth) });
  const { entree } = await inbox.add(
    { type: "inscription", contenu, birthDateToVerify: proposed || confirmed },
    maintenant,
  );
  return accepte(entree);
}
