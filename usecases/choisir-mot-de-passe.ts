/** Choosing a password: the first one or a new one through a link, another one while signed in. */
import { type Erreurs, refusalsOf, type Saisie } from "#domain/champs.ts";
import type { GenreDeLien } from "#domain/lien-compte.ts";
import { PHRASES_MOT_DE_PASSE, refusDuMotDePasse } from "#domain/mot-de-passe.ts";
import { accepte, type Resultat, refuse } from "#domain/resultat.ts";
import { passwordChangeSchema } from "#domain/sign-in-form.ts";
import type { Compte, RefusDeLien, Session } from "#ports/authenticator.ts";
import type { Services } from "#ports/services.ts";
import { tellingAccounts } from "./tell-accounts.ts";

type Ce = Pick<Services, "auth" | "passwordStrength" | "courrierCompte" | "accountMail" | "clock">;

/** Stands beside the field `actuel` when it was another one. */
export const PAS_LE_MOT_DE_PASSE = "Ce n’est pas votre mot de passe actuel.";

/**
 * Says why a password may not be chosen.
 * @param password as typed
 * @param email address of the account, whose own name is refused
 * @returns one sentence, or null when it may be chosen
 * @throws when its strength cannot be told
 */
export async function refusePassword(
  { passwordStrength }: Pick<Services, "passwordStrength">,
  password: string,
  email: string,
): Promise<string | null> {
  const length = refusDuMotDePasse(password);
  if (length) return length;
  return (await passwordStrength.isGuessable(password, email)) ? PHRASES_MOT_DE_PASSE.courant : null;
}

/**
 * Uses a link up, and tells all accounts.
 * @param saisie with the field `nouveau`
 * @param device as for `Authenticator.signIn`
 * @returns a session; or one sentence beside the field, the link then still works; or why the link does not work
 * @throws when the provider does not answer, or the strength cannot be told
 */
export async function accepterLien(
  services: Ce,
  jeton: string,
  { nouveau = "" }: Saisie,
  device: string,
): Promise<Resultat<{ session: Session; genre: GenreDeLien }, { lien: RefusDeLien } | { erreurs: Erreurs }>> {
  const lien = await services.auth.readLink(jeton);
  if (!lien.ok) return refuse({ lien: lien.raison });
  const { genre, compte } = lien.valeur;
  const phrase = await refusePassword(services, nouveau, compte.email);
  if (phrase) return refuse({ erreurs: { nouveau: phrase } });
  const account = genre === "invitation" ? "joined" : "recovered";
  const session = await tellingAccounts(services, {
    by: compte.email,
    change: { account, email: compte.email },
    make: () => services.auth.acceptLink(jeton, nouveau, device),
    happened: (issue) => issue.ok,
  });
  return session.ok ? accepte({ session: session.valeur, genre }) : refuse({ lien: session.raison });
}

/**
 * Changes the password of somebody who is signed in, and tells them; every session of theirs ends, and a new one opens.
 * @param saisie with the fields `actuel` and `nouveau`
 * @param device as for `Authenticator.signIn`
 * @returns the new session; or one sentence per refused field
 * @throws when the provider does not answer, or the strength cannot be told
 */
export async function changerMotDePasse(
  services: Ce,
  { id, email }: Compte,
  { actuel = "", nouveau = "" }: Saisie,
  device: string,
): Promise<Resultat<Session, Erreurs>> {
  const phrase = await refusePassword(services, nouveau, email);
  const erreurs = { ...refusalsOf(passwordChangeSchema(), { actuel, nouveau }), ...(phrase && { nouveau: phrase }) };
  if (Object.keys(erreurs).length > 0) return refuse(erreurs);
  const session = await tellingAccounts(services, {
    by: email,
    change: { account: "password", email },
    only: [id],
    make: () => services.auth.changePassword(id, actuel, nouveau, device),
    happened: (issue) => issue !== null,
  });
  return session ? accepte(session) : refuse({ actuel: PAS_LE_MOT_DE_PASSE });
}
