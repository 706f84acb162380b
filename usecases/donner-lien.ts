/** One-time links to a password: for somebody new, for somebody who lost theirs. Shown once, mailed where mail leaves. */
import { z } from "zod";
import { type Erreurs, emailObligatoire, erreursParChamp, type Saisie } from "#domain/champs.ts";
import { adresseDuLien } from "#domain/lien-compte.ts";
import { accepte, type Resultat, refuse } from "#domain/resultat.ts";
import type { Lien } from "#ports/authenticator.ts";
import type { Issue } from "#ports/mailer.ts";
import type { Services } from "#ports/services.ts";

/** The link to hand over, and what became of its mail; null: no mail leaves this site. */
export type LienDonne = Omit<Lien, "jeton"> & { readonly adresse: string; readonly courrier: Issue | null };

type Ce = Pick<Services, "auth" | "courrierCompte">;

const DEJA_UN_COMPTE = "Cette adresse a déjà un compte. Si le mot de passe est perdu, réinitialisez-le.";

/**
 * Invites somebody. Inviting again gives a new link; the one before stops working.
 * @param saisie with the field `email`
 * @param publicUrl origin that visitors see
 * @returns the link, or why there is none; a mail that failed does not undo the invitation
 * @throws when the provider does not answer
 */
export async function inviter(
  { auth, courrierCompte }: Ce,
  saisie: Saisie,
  publicUrl: string,
): Promise<Resultat<LienDonne, Erreurs>> {
  const lecture = z.object({ email: emailObligatoire() }).safeParse(saisie);
  if (!lecture.success) return refuse(erreursParChamp(lecture.error));
  const lien = await auth.invite(lecture.data.email);
  return lien ? accepte(await donner(courrierCompte, lien, publicUrl)) : refuse({ email: DEJA_UN_COMPTE });
}

/**
 * Resets an account: its sessions end at once and its password works no more, unless it is the last one.
 * @param publicUrl origin that visitors see
 * @returns the link, or null when there is no such account
 * @throws when the provider does not answer
 */
export async function reinitialiser(
  { auth, courrierCompte }: Ce,
  id: string,
  publicUrl: string,
): Promise<LienDonne | null> {
  const lien = await auth.reset(id);
  return lien && donner(courrierCompte, lien, publicUrl);
}

async function donner(
  courrierCompte: Services["courrierCompte"],
  { jeton, compte, genre, expireLe }: Lien,
  publicUrl: string,
): Promise<LienDonne> {
  const adresse = adresseDuLien(publicUrl, jeton);
  const courrier =
    courrierCompte && (await courrierCompte.send({ destinataire: compte.email, genre, adresse, expireLe }));
  return { compte, genre, expireLe, adresse, courrier };
}
