import { data, redirect, redirectDocument, useNavigation } from "react-router";
import { compteContext, gardeContext, servicesContext, siteContext } from "#app/context.ts";
import { annoncer, lireSession, ouvrirSession } from "#app/cookies.ts";
import nuit from "#app/images/nuit-login.svg";
import { metaPrivee } from "#app/page-meta.ts";
import { readForm } from "#app/read-form.server.ts";
import type { Handle } from "#app/root.tsx";
import { sansPanne } from "#app/sans-panne.ts";
import { suiteSure } from "#app/suite.ts";
import { Annonce } from "#app/ui/avis.tsx";
import { TropDEssais } from "#app/ui/avis-de-limite.tsx";
import { AvisDePanne } from "#app/ui/avis-de-panne.tsx";
import { Champ } from "#app/ui/champ.tsx";
import { Formulaire } from "#app/ui/formulaire.tsx";
import { dansCombien } from "#domain/attente.ts";
import { type Erreurs, LIMITES, PHRASES } from "#domain/champs.ts";
import { deviceLabel } from "#domain/device.ts";
import { SIGN_IN_PASSWORD_MAX } from "#domain/mot-de-passe.ts";
import { typedMax } from "#domain/normal-form.ts";
import type { Route } from "./+types/login.ts";

export const handle: Handle = { comite: true, nuit: true };

export const meta: Route.MetaFunction = (args) =>
  metaPrivee("Page de login", "Entrée du comité de la Jeunesse de Savièse.", args);

export async function loader({ url, context }: Route.LoaderArgs) {
  if (context.get(compteContext)) throw redirect(suiteSure(url.searchParams.get("suite")));
  return null;
}

type Refus = { username?: string; erreurs?: Erreurs; attente?: string; avis?: { type: "error"; texte: string } };
const refuser = (refus: Refus, status: number) => data<Refus>(refus, { status });

/** For whatever reason (SPEC.md section 8). */
const INCORRECT = { type: "error", texte: "Erreur : Mot de passe incorrect" } as const;

/** Nobody waits for it: how long the answer takes tells nothing about whether there is such an account. */
async function recordRefusal(
  context: Route.ActionArgs["context"],
  event: "sign-in-failed" | "sign-in-locked",
  email: string,
): Promise<void> {
  const { auth } = context.get(servicesContext);
  const account = await auth.accountId(email).catch(() => null);
  context.get(siteContext).record(event, account);
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const { saisie, malformes, robot } = readForm({ request, context }, ["username", "password"]);
  const { username = "", password = "" } = saisie;
  const { publicUrl, signaler, record } = context.get(siteContext);
  if (robot) {
    signaler(null, "login: honeypot filled, ignored");
    return refuser({ username }, 200);
  }
  const erreurs = {
    ...(username.trim() ? {} : { username: PHRASES.obligatoire }),
    ...(password ? {} : { password: PHRASES.obligatoire }),
    ...(username.length > typedMax(LIMITES.email) && { username: PHRASES.tropLong(LIMITES.email) }),
    ...(password.length > SIGN_IN_PASSWORD_MAX && { password: PHRASES.tropLong(SIGN_IN_PASSWORD_MAX) }),
    ...malformes,
  };
  if (Object.keys(erreurs).length > 0) return refuser({ username, erreurs }, 400);

  const garde = context.get(gardeContext);
  const essai = garde.connexion(username);
  if (essai.attente > 0) {
    if (garde.worthALine()) void recordRefusal(context, "sign-in-locked", username);
    return refuser({ username, attente: dansCombien(essai.attente) }, 429);
  }
  const { auth } = context.get(servicesContext);
  const device = deviceLabel(request.headers.get("user-agent"));
  const issue = await auth.signIn(username.trim(), password, device).catch((panne: unknown) => ({ panne }));
  if (issue && "panne" in issue) {
    signaler(issue.panne, "login");
    essai.abandonner();
    return refuser({ username, avis: INCORRECT }, 400);
  }
  if (!issue) {
    void recordRefusal(context, "sign-in-failed", username);
    return refuser({ username, avis: INCORRECT }, 400);
  }
  const session = issue;
  essai.annuler();
  record("sign-in", session.compte.id);
  // The session that this browser had, or that somebody planted in it, ends with the new one.
  const ancien = await lireSession(request);
  if (ancien) await auth.signOut(ancien).catch((panne: unknown) => signaler(panne, "login"));

  const headers = new Headers();
  headers.append("set-cookie", await ouvrirSession(publicUrl, session.jeton));
  headers.append("set-cookie", await annoncer(publicUrl, "connecte"));
  throw redirectDocument(suiteSure(url.searchParams.get("suite")), { headers });
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => sansPanne(serverAction);

export default function Login({ actionData }: Route.ComponentProps) {
  const { username, erreurs, attente, avis, echec }: Refus & { echec?: true } = actionData ?? {};
  const envoi = useNavigation().state !== "idle";
  return (
    <main id="contenu" className="nuit">
      <div className="nuit__image" aria-hidden="true">
        <img src={nuit} width="1000" height="1100" alt="" />
      </div>
      <div className="nuit__fiche">
        <h1>Page de login</h1>
        <Formulaire className="formulaire" erreurs={erreurs}>
          <Champ
            nom="username"
            libelle="E-mail"
            type="email"
            inputMode="email"
            autoComplete="username"
            required
            defaultValue={username}
          />
          <Champ nom="password" libelle="Mot de passe" type="password" autoComplete="current-password" required />
          {attente && !envoi && (
            <TropDEssais attente={attente} sinon="Un lien d’une autre personne du comité marche tout de suite." />
          )}
          {echec && !envoi && (
            <AvisDePanne titre="La connexion n’a pas abouti." texte="Vérifiez votre réseau et réessayez." />
          )}
          <div>
            <button className="btn btn--grand" type="submit" disabled={envoi}>
              Se connecter
            </button>
          </div>
        </Formulaire>
      </div>
      <Annonce avis={avis} />
    </main>
  );
}
