import { data, redirect, redirectDocument, useNavigation } from "react-router";
import { compteContext, gardeContext, servicesContext, sessionEndedContext, siteContext } from "#app/context.ts";
import { annoncer, lireSession, ouvrirSession } from "#app/cookies.ts";
import type { Handle } from "#app/handle.ts";
import nuit from "#app/images/nuit-login.svg";
import { metaPrivee } from "#app/page-meta.ts";
import { sansPanne } from "#app/sans-panne.ts";
import { type SignInAnswer, STAY } from "#app/sign-in-answer.ts";
import { suiteSure } from "#app/suite.ts";
import { answer, takeForm } from "#app/take-form.server.ts";
import { Annonce } from "#app/ui/avis.tsx";
import { Formulaire } from "#app/ui/formulaire.tsx";
import { SignInFields } from "#app/ui/sign-in-fields.tsx";
import { dansCombien } from "#domain/attente.ts";
import { fieldNames, refusalsOf, type Saisie } from "#domain/champs.ts";
import { deviceLabel } from "#domain/device.ts";
import { signInSchema } from "#domain/sign-in-form.ts";
import type { Route } from "./+types/login.ts";

export const handle: Handle = { comite: true, nuit: true, unlisted: true };

export const meta: Route.MetaFunction = (args) =>
  metaPrivee("Page de login", "Entrée du comité de la Jeunesse de Savièse.", args);

export async function loader({ url, context }: Route.LoaderArgs) {
  if (context.get(compteContext))
    throw redirect(suiteSure(url.searchParams.get("suite"), context.get(siteContext).routes));
  return { sessionEnded: context.get(sessionEndedContext) };
}

const refuser = (refus: SignInAnswer, status: number) => answer(refus, status);

/** For whatever reason (SPEC.md section 8), as long as somebody could say whether it is the password. */
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

const SIGN_IN = signInSchema();
const FORM = { ou: "login", champs: [...fieldNames(SIGN_IN), STAY], secrets: ["password"] };

export const action = (args: Route.ActionArgs) =>
  takeForm(args, FORM, async ({ saisie, secrets }) => signIn(args, saisie, secrets.password ?? ""));

async function signIn({ request, url, context }: Route.ActionArgs, saisie: Saisie, password: string) {
  const { username = "" } = saisie;
  const { publicUrl, signaler, record } = context.get(siteContext);
  const erreurs = refusalsOf(SIGN_IN, { username, password });
  if (Object.keys(erreurs).length > 0) return refuser({ saisie, erreurs }, 400);

  const garde = context.get(gardeContext);
  const essai = garde.connexion(username);
  if (essai.attente > 0) {
    if (garde.worthALine()) void recordRefusal(context, "sign-in-locked", username);
    return refuser({ saisie, attente: dansCombien(essai.attente) }, 429);
  }
  const { auth } = context.get(servicesContext);
  const device = deviceLabel(request.headers.get("user-agent"));
  const issue = await auth.signIn(username.trim(), password, device).catch((panne: unknown) => ({ panne }));
  if (issue && "panne" in issue) {
    signaler(issue.panne, "login");
    essai.abandonner();
    return refuser({ saisie, refusal: "away" }, 503);
  }
  if (!issue) {
    void recordRefusal(context, "sign-in-failed", username);
    return refuser({ saisie, refusal: "wrong", avis: INCORRECT }, 400);
  }
  const session = issue;
  essai.annuler();
  record("sign-in", session.compte.id);
  // The session that this browser had, or that somebody planted in it, ends with the new one.
  const ancien = await lireSession(request);
  if (ancien) await auth.signOut(ancien).catch((panne: unknown) => signaler(panne, "login"));

  const headers = new Headers();
  headers.append("set-cookie", await ouvrirSession(publicUrl, session.jeton));
  if (saisie[STAY]) return data<SignInAnswer>({ signedIn: true }, { headers });
  headers.append("set-cookie", await annoncer(publicUrl, "connecte"));
  return redirectDocument(suiteSure(url.searchParams.get("suite"), context.get(siteContext).routes), { headers });
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => sansPanne(serverAction);

export default function Login({ loaderData: { sessionEnded }, actionData }: Route.ComponentProps) {
  const said: SignInAnswer = actionData ?? {};
  const busy = useNavigation().state !== "idle";
  return (
    <main id="contenu" className="nuit">
      <div className="nuit__image" aria-hidden="true">
        <img src={nuit} width="1000" height="1100" alt="" />
      </div>
      <div className="nuit__fiche">
        <h1>Page de login</h1>
        {sessionEnded && <p className="annonce">Votre session a expiré. Connectez-vous pour continuer.</p>}
        <Formulaire className="formulaire" erreurs={said.erreurs}>
          <SignInFields answer={said} busy={busy} />
          <div>
            <button className="btn btn--grand" type="submit" disabled={busy}>
              Se connecter
            </button>
          </div>
          <p>Mot de passe oublié&nbsp;? Un autre membre du comité peut vous envoyer un lien depuis Comptes.</p>
        </Formulaire>
      </div>
      <Annonce avis={said.avis} id="login" />
    </main>
  );
}
