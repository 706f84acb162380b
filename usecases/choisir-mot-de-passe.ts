/** Choosing a password: the first one or a new one through a link, another one while signed in. */
import { type Erreurs, PHRASES, type Saisie } from "#domain/champs.ts";
import { refusDuMotDePasse, SIGN_IN_PASSWORD_MAX } from "#domain/mot-de-passe.ts";
import { accepte, type Resultat, refuse } from "#domain/resultat.ts";
import type { Compte, RefusDeLien, Session } from "#ports/authenticator.ts";
import type { Services } from "#ports/services.ts";

type Ce = Pick<Services, "auth">;

const PAS_LE_MOT_DE_PASSE = "Ce n’est pas votre mot de passe actuel.";

/**
 * Uses a link up.
 * @param saisie with the field `nouveau`
 * @returns a session; or one sentence beside the field, the link then still works; or why the link does not work
 * @throws when the provider does not answer
 */
export async function accepterLien(
  { auth }: Ce,
  jeton: string,
  { nouveau = "" }: Saisie,
): Promise<Resultat<Session, { lien: RefusDeLien } | { erreurs: Erreurs }>> {
  const lien = await auth.readLink(jeton);
  if (!lien.ok) return refuse({ lien: lien.raison });
  const phrase = refusDuMotDePasse(nouveau, lien.valeur.compte.email);
  if (phrase) return refuse({ erreurs: { nouveau: phrase } });
  const session = await auth.acceptLink(jeton, nouveau);
  return session.ok ? session : refuse({ lien: session.raison });
}

/**
 * Changes the password of somebody who is signed in; every other session of theirs ends.
 * @param saisie with the fields `actuel` and `nouveau`
 * @param jeton of the session that stays
 * @returns one sentence per refused field
 * @throws when the provider does not answer
 */
export async function changerMotDePasse(
  { auth }: Ce,
  { id, email }: Compte,
  { actuel = "", nouveau = "" }: Saisie,
  jeton: string,
): Promise<Resultat<null, Erreurs>> {
  const phrase = refusDuMotDePasse(nouveau, email);
  const erreurs = {
    ...(actuel === "" && { actuel: PHRASES.obligatoire }),
    ...(actuel.length > SIGN_IN_PASSWORD_MAX && { actuel: PHRASES.tropLong(SIGN_IN_PASSWORD_MAX) }),
    ...(phrase && { nouveau: phrase }),
  };
  if (Object.keys(erreurs).length > 0) return refuse(erreurs);
  const issue = await auth.changePassword(id, actuel, nouveau, jeton);
  return issue === "change" ? accepte(null) : refuse({ actuel: PAS_LE_MOT_DE_PASSE });
}
