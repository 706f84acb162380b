/** One-time links to a password: for somebody new, for somebody who lost theirs. Shown once, mailed where mail leaves. */
import { type Erreurs, erreursParChamp, type Saisie } from "#domain/champs.ts";
import { invitationSchema } from "#domain/invitation.ts";
import { adresseDuLien, composerCourrierDeLien } from "#domain/lien-compte.ts";
import { accepte, type Resultat, refuse } from "#domain/resultat.ts";
import type { Lien } from "#ports/authenticator.ts";
import type { Issue } from "#ports/mailer.ts";
import type { Services } from "#ports/services.ts";
import { tellingAccounts } from "./tell-accounts.ts";

/** The link to hand over, and what became of its mail; null: no mail leaves this site. */
export type LienDonne = Omit<Lien, "jeton"> & { readonly adresse: string; readonly courrier: Issue | null };

type Ce = Pick<Services, "auth" | "courrierCompte" | "accountMail" | "clock">;

const DEJA_UN_COMPTE = "Cette adresse a déjà un compte. Si le mot de passe est perdu, réinitialisez-le.";

/** @returns the address that somebody is to be invited at, from a form with the field `email` */
export function readInvitation(saisie: Saisie): Resultat<string, Erreurs> {
  const lecture = invitationSchema().safeParse(saisie);
  return lecture.success ? accepte(lecture.data.email) : refuse(erreursParChamp(lecture.error));
}

/**
 * Invites somebody, and tells all accounts. Inviting again gives a new link; the one before stops working.
 * @param email as `readInvitation` gives it
 * @param par address of the account that invites
 * @param publicUrl origin that visitors see
 * @returns the link, or why there is none; a mail that failed does not undo the invitation
 * @throws when the provider does not answer
 */
export async function inviter(
  services: Ce,
  email: string,
  par: string,
  publicUrl: string,
): Promise<Resultat<LienDonne, Erreurs>> {
  const lien = await tellingAccounts(services, {
    by: par,
    change: { account: "invited", email },
    make: () => services.auth.invite(email),
    happened: (issue) => issue !== null,
  });
  return lien ? accepte(await donner(services.courrierCompte, lien, publicUrl)) : refuse({ email: DEJA_UN_COMPTE });
}

/**
 * Resets an account and tells all: its sessions end at once and its password works no more, unless it is the last one.
 * @param par address of the account that resets it
 * @param publicUrl origin that visitors see
 * @returns the link, or null when there is no such account
 * @throws when the provider does not answer
 */
export async function reinitialiser(
  services: Ce,
  id: string,
  par: string,
  publicUrl: string,
): Promise<LienDonne | null> {
  const compte = (await services.auth.accounts()).find((un) => un.id === id);
  if (!compte) return null;
  const account = compte.lien?.genre === "invitation" ? "invited" : "reset";
  const lien = await tellingAccounts(services, {
    by: par,
    change: { account, email: compte.email },
    make: () => services.auth.reset(id),
    happened: (issue) => issue !== null,
  });
  return lien && donner(services.courrierCompte, lien, publicUrl);
}

async function donner(
  courrierCompte: Services["courrierCompte"],
  { jeton, compte, genre, expireLe }: Lien,
  publicUrl: string,
): Promise<LienDonne> {
  const adresse = adresseDuLien(publicUrl, jeton);
  const { sujet: subject, texte: text, html } = composerCourrierDeLien(genre, adresse, expireLe);
  const courrier =
    courrierCompte &&
    (await courrierCompte.send({ id: crypto.randomUUID(), recipient: compte.email, subject, text, html }));
  return { compte, genre, expireLe, adresse, courrier };
}
