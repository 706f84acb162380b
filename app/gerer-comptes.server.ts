/** The action of /comptes: inviting, resetting, removing. */
import { data, type RouterContextProvider, redirect, redirectDocument } from "react-router";
import { dateEtHeure } from "#domain/dates.ts";
import { inviter, type LienDonne, reinitialiser } from "#usecases/donner-lien.ts";
import { rediriger } from "./admin-actions.server.ts";
import type { ComptesAnswer } from "./comptes-answer.ts";
import { compteContext, servicesContext, siteContext } from "./context.ts";
import { annoncer, fermerSession } from "./cookies.ts";
import { readForm } from "./read-form.server.ts";
import type { LienAffiche } from "./ui/lien-cree.tsx";

type Args = { request: Request; context: Readonly<RouterContextProvider> };

const repondre = (answer: ComptesAnswer, status = 200) => data(answer, { status });

export async function gererComptes({ request, context }: Args) {
  const { saisie, malformes, robot } = readForm({ request, context }, ["intention", "id", "email"]);
  if (robot) return repondre({ saisie });
  if (Object.keys(malformes).length > 0) return repondre({ erreurs: malformes, saisie }, 400);
  const { intention, id = "" } = saisie;
  const { publicUrl, signaler } = context.get(siteContext);
  const services = context.get(servicesContext);
  try {
    if (intention === "reinitialiser") {
      // Somebody who is signed in knows the password to change; a reset would send them out.
      if (id === context.get(compteContext)?.id) return redirect("/mot-de-passe");
      const lien = await reinitialiser(services, id, publicUrl);
      return lien ? repondre({ lien: afficher(lien) }) : repondre({ refus: "absent" }, 409);
    }
    if (intention === "retirer") return await retirer(context, id);
    const issue = await inviter(services, saisie, publicUrl);
    if (!issue.ok) return repondre({ erreurs: issue.raison, saisie }, 400);
    return repondre({ lien: afficher(issue.valeur), invite: true });
  } catch (panne) {
    signaler(panne, "accounts");
    return repondre({ echec: true, saisie }, 503);
  }
}

/** What is gone already counts as removed: two people wanted the same. */
async function retirer(context: Args["context"], id: string) {
  const { auth } = context.get(servicesContext);
  const { publicUrl } = context.get(siteContext);
  const compte = (await auth.accounts()).find((un) => un.id === id);
  if ((await auth.removeAccount(id)) === "dernier") return repondre({ refus: "dernier" }, 409);
  if (id !== context.get(compteContext)?.id)
    return rediriger(
      context,
      "/comptes",
      compte?.lien?.genre === "invitation" ? "invitation-annulee" : "compte-retire",
    );
  const headers = new Headers();
  headers.append("set-cookie", await fermerSession(publicUrl));
  headers.append("set-cookie", await annoncer(publicUrl, "compte-retire"));
  return redirectDocument("/", { headers });
}

const afficher = ({ compte, adresse, expireLe, courrier }: LienDonne): LienAffiche => ({
  idCompte: compte.id,
  email: compte.email,
  adresse,
  jusqua: dateEtHeure(expireLe),
  courrier: courrier && (courrier.issue === "envoye" ? { parti: true } : { parti: false, raison: courrier.raison }),
});
