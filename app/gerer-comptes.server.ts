/** The action of /comptes: inviting, resetting, removing, ending one's other sessions. */
import { redirect, redirectDocument } from "react-router";
import type { Saisie } from "#domain/champs.ts";
import { dateEtHeure } from "#domain/dates.ts";
import { inviter, type LienDonne, readInvitation, reinitialiser } from "#usecases/donner-lien.ts";
import { removeAccount } from "#usecases/remove-account.ts";
import { needPassword } from "./confirmation.server.ts";
import { CONFIRMATION } from "./confirmation.ts";
import { compteContext, servicesContext, siteContext } from "./context.ts";
import { annoncer, fermerSession, lireSession } from "./cookies.ts";
import type { FormAnswer } from "./form-answer.ts";
import type { Args } from "./read-form.server.ts";
import { rediriger } from "./redirect-with-toast.server.ts";
import { answer, takeForm } from "./take-form.server.ts";
import type { LienAffiche } from "./ui/lien-cree.tsx";

/** What the action tells its page besides. */
export type ComptesAnswer = FormAnswer<{
  /** A link to hand over; `invite`: it was asked for in the form of invitations. */
  readonly lien?: LienAffiche;
  readonly invite?: true;
  /** It was not done: the account is the last one that can sign in, or is gone. */
  readonly refus?: "dernier" | "absent";
}>;

const repondre = (what: ComptesAnswer, status?: number) => answer(what, status);

const FORM = {
  ou: "accounts",
  champs: ["intention", "id", "email", CONFIRMATION],
  secrets: [CONFIRMATION],
  choice: { field: "intention", among: ["inviter", "reinitialiser", "retirer", "deconnecter"] },
};

export const gererComptes = (args: Args) =>
  takeForm(args, FORM, async ({ saisie, secrets }) => {
    const { context } = args;
    const { intention, id = "" } = saisie;
    if (intention === "deconnecter") return endOthers(args);
    // Somebody who is signed in knows the password to change; a reset would send them out.
    if (intention === "reinitialiser" && id === context.get(compteContext)?.id) return redirect("/mot-de-passe");
    const invitation = intention === "inviter" ? readInvitation(saisie) : null;
    if (invitation && !invitation.ok) return repondre({ erreurs: invitation.raison, saisie }, 400);
    const missing = await needPassword(context, secrets[CONFIRMATION]);
    if (missing) return repondre({ erreurs: missing.erreurs, saisie }, missing.status);
    if (invitation) return invite(context, invitation.valeur, saisie);
    return intention === "retirer" ? retirer(context, id) : reset(context, id);
  });

const actorOf = (context: Args["context"]) => context.get(compteContext) ?? { id: "", email: "" };

async function invite(context: Args["context"], email: string, saisie: Saisie) {
  const { publicUrl, record } = context.get(siteContext);
  const me = actorOf(context);
  const issue = await inviter(context.get(servicesContext), email, me.email, publicUrl);
  if (!issue.ok) return repondre({ erreurs: issue.raison, saisie }, 400);
  record("account-invited", me.id, { target: issue.valeur.compte.id });
  return repondre({ lien: afficher(issue.valeur), invite: true });
}

async function reset(context: Args["context"], id: string) {
  const { publicUrl, record } = context.get(siteContext);
  const me = actorOf(context);
  const lien = await reinitialiser(context.get(servicesContext), id, me.email, publicUrl);
  if (!lien) return repondre({ refus: "absent" }, 409);
  record("account-reset", me.id, { target: id, what: lien.genre });
  return repondre({ lien: afficher(lien) });
}

/** What is gone already counts as removed: two people wanted the same. */
async function retirer(context: Args["context"], id: string) {
  const { publicUrl, record } = context.get(siteContext);
  const me = actorOf(context);
  const removal = await removeAccount(context.get(servicesContext), id, me.email);
  if (removal === "dernier") return repondre({ refus: "dernier" }, 409);
  if (removal !== "absent") record("account-removed", me.id, { target: id });
  if (id !== me.id)
    return rediriger(context, "/comptes", removal === "withdrawn" ? "invitation-annulee" : "compte-retire");
  const headers = new Headers();
  headers.append("set-cookie", await fermerSession(publicUrl));
  headers.append("set-cookie", await annoncer(publicUrl, "compte-retire"));
  return redirectDocument("/", { headers });
}

/** Takes nothing but a session: it can only do good. */
async function endOthers({ request, context }: Args) {
  await context.get(servicesContext).auth.endOtherSessions((await lireSession(request)) ?? "");
  context.get(siteContext).record("sessions-ended", actorOf(context).id);
  return rediriger(context, "/comptes", "sessions-fermees");
}

const afficher = ({ compte, adresse, expireLe, courrier }: LienDonne): LienAffiche => ({
  idCompte: compte.id,
  email: compte.email,
  adresse,
  jusqua: dateEtHeure(expireLe),
  courrier: courrier && (courrier.issue === "envoye" ? { parti: true } : { parti: false, raison: courrier.raison }),
});
