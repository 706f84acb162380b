/** The action of /comptes: inviting, resetting, removing, ending one's other sessions. */
import { data, type RouterContextProvider, redirect, redirectDocument } from "react-router";
import type { Saisie } from "#domain/champs.ts";
import { dateEtHeure } from "#domain/dates.ts";
import { inviter, type LienDonne, readInvitation, reinitialiser } from "#usecases/donner-lien.ts";
import { removeAccount } from "#usecases/remove-account.ts";
import { rediriger } from "./admin-actions.server.ts";
import type { ComptesAnswer } from "./comptes-answer.ts";
import { needPassword } from "./confirmation.server.ts";
import { CONFIRMATION } from "./confirmation.ts";
import { compteContext, servicesContext, siteContext } from "./context.ts";
import { annoncer, fermerSession, lireSession } from "./cookies.ts";
import { readForm } from "./read-form.server.ts";
import type { LienAffiche } from "./ui/lien-cree.tsx";

type Args = { request: Request; context: Readonly<RouterContextProvider> };

const repondre = (answer: ComptesAnswer, status = 200) => data(answer, { status });

export async function gererComptes(args: Args) {
  const { context } = args;
  const { saisie: sent, malformes, robot } = readForm(args, ["intention", "id", "email", CONFIRMATION]);
  // A password that was typed never comes back with the page.
  const { [CONFIRMATION]: typed, ...saisie } = sent;
  if (robot) return repondre({ saisie });
  if (Object.keys(malformes).length > 0) return repondre({ erreurs: malformes, saisie }, 400);
  const { intention, id = "" } = saisie;
  try {
    if (intention === "deconnecter") return await endOthers(args);
    // Somebody who is signed in knows the password to change; a reset would send them out.
    if (intention === "reinitialiser" && id === context.get(compteContext)?.id) return redirect("/mot-de-passe");
    const invitation = intention === "reinitialiser" || intention === "retirer" ? null : readInvitation(saisie);
    if (invitation && !invitation.ok) return repondre({ erreurs: invitation.raison, saisie }, 400);
    const missing = await needPassword(args, typed);
    if (missing) return repondre({ erreurs: missing.erreurs, saisie }, missing.status);
    if (invitation) return await invite(context, invitation.valeur, saisie);
    return intention === "retirer" ? await retirer(context, id) : await reset(context, id);
  } catch (panne) {
    context.get(siteContext).signaler(panne, "accounts");
    return repondre({ echec: true, saisie }, 503);
  }
}

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
