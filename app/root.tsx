import { type ReactNode, useState } from "react";
import {
  data,
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  type UIMatch,
  useMatches,
  useNavigation,
  useRouteLoaderData,
} from "react-router";
import schibsted from "#app/fonts/schibsted-francais.woff2?url";
import truculenta from "#app/fonts/truculenta-francais.woff2?url";
import gestesModule from "#app/module/gestes.ts?worker&url";
import pageModule from "#app/module/page.ts?worker&url";
import partageModule from "#app/module/partage.ts?worker&url";
import adminCss from "#app/styles/admin.css?url";
import siteCss from "#app/styles/site.css?url";
import { confirmPassword } from "#usecases/confirm-password.ts";
import type { Route } from "./+types/root.ts";
import { avisDe } from "./avis-codes.ts";
import {
  compteContext,
  confirmPasswordContext,
  gardeContext,
  servicesContext,
  sessionEndedContext,
  siteContext,
} from "./context.ts";
import { lireAvis, lireSession, oublierAvis } from "./cookies.ts";
import type { Handle } from "./handle.ts";
import { Attente } from "./ui/attente.tsx";
import { Annonce, ZoneDAvis } from "./ui/avis.tsx";
import { BarreSession } from "./ui/barre-session.tsx";
import { Entete } from "./ui/entete.tsx";
import { Introuvable } from "./ui/introuvable.tsx";
import { LienSurvole } from "./ui/lien-survole.tsx";
import { Panne } from "./ui/panne.tsx";
import { PiedDePage } from "./ui/pied-de-page.tsx";

export const links: Route.LinksFunction = () => [
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
  { rel: "manifest", href: "/manifest.webmanifest" },
  // Both write on every first screen; the style sheet would name them one round trip later.
  ...[truculenta, schibsted].map((href) => ({
    rel: "preload",
    href,
    as: "font" as const,
    type: "font/woff2",
    crossOrigin: "anonymous" as const,
  })),
  { rel: "stylesheet", href: siteCss },
];

/** @throws an answer of its own when nobody can say whose session it is: not to be told from a visitor would be worse */
async function compteDe(jeton: string, context: Parameters<Route.MiddlewareFunction>[0]["context"]) {
  try {
    return await context.get(servicesContext).auth.session(jeton);
  } catch (panne) {
    context.get(siteContext).signaler(panne, "session");
    throw data(SESSION_INTROUVABLE, { status: 503 });
  }
}

const SESSION_INTROUVABLE =
  "Le site n’arrive pas à retrouver votre session. Rien n’a été enregistré\u00a0: réessayez dans un instant.";

export const middleware: Route.MiddlewareFunction[] = [
  async ({ request, context }, next) => {
    const jeton = await lireSession(request);
    const compte = jeton ? await compteDe(jeton, context) : null;
    context.set(compteContext, compte);
    context.set(sessionEndedContext, jeton !== null && compte === null);
    const guard = context.get(gardeContext);
    const countTry = () => guard.passwordIn(jeton ?? "", compte?.email ?? "");
    context.set(confirmPasswordContext, (typed) =>
      confirmPassword(context.get(servicesContext), jeton ?? "", typed, countTry),
    );
    if (compte) guard.recognise(compte.email);
    const response = await next();
    const montre = (await lireAvis(request)) !== null && response.ok && !response.headers.has("set-cookie");
    if (montre) response.headers.append("set-cookie", await oublierAvis(context.get(siteContext).publicUrl));
    return response;
  },
];

/** @returns how much waits for the committee; null when the inbox does not answer: no reason to show no page at all */
async function countWaiting(context: Route.LoaderArgs["context"]) {
  try {
    const { inbox } = context.get(servicesContext);
    const [inscriptions, messages] = await Promise.all([inbox.count("inscription"), inbox.count("message")]);
    return { inscription: inscriptions, message: messages };
  } catch (panne) {
    context.get(siteContext).signaler(panne, "count of new entries");
    return null;
  }
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const code = await lireAvis(request);
  const compte = context.get(compteContext);
  const { signaler } = context.get(siteContext);
  // The frame stands also while the settings cannot be read; the page itself says what it cannot do then.
  const reglages = await context
    .get(servicesContext)
    .reglages.get()
    .catch((panne: unknown) => {
      signaler(panne, "settings of the footer");
      return undefined;
    });
  return {
    publicUrl: context.get(siteContext).publicUrl,
    compte: compte && { email: compte.email, waiting: await countWaiting(context) },
    avis: code && avisDe(code),
    commune: reglages && `${reglages.npa} ${reglages.lieu}`,
  };
}

/** What a visitor sends changes nothing here; asking again would need a network that may just have failed. */
export const shouldRevalidate = ({ formAction, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  formAction !== "/contact" && formAction !== "/inscription" && defaultShouldRevalidate;

const vaut = (matches: UIMatch[], cle: keyof Handle) =>
  matches.some(({ handle }) => (handle as Handle | undefined)?.[cle] === true);

export function Layout({ children }: { children: ReactNode }) {
  const donnees = useRouteLoaderData<typeof loader>("root");
  const matches = useMatches();
  // Decided once, by the server: a page that was hydrated stays so while it navigates.
  const [hydrate] = useState(
    () => donnees !== undefined && (donnees.compte !== null || donnees.avis !== null || !vaut(matches, "lecture")),
  );
  const comite = Boolean(donnees?.compte) || vaut(matches, "comite");
  return (
    <html lang="fr-CH">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#f7f2e6" />
        <Meta />
        <Links />
        {comite && <link rel="stylesheet" href={adminCss} />}
        <script type="module" src={pageModule} />
        {vaut(matches, "gestes") && <script type="module" src={gestesModule} />}
        {vaut(matches, "partage") && <script type="module" src={partageModule} />}
      </head>
      <body>
        {children}
        {hydrate ? (
          <>
            <ZoneDAvis />
            <ScrollRestoration />
            <Scripts />
          </>
        ) : (
          <LienSurvole />
        )}
      </body>
    </html>
  );
}

type Donnees = Route.ComponentProps["loaderData"] | undefined;

/** Header and footer around a page. */
function Cadre({ nuit, donnees, children }: { nuit: boolean; donnees: Donnees; children: ReactNode }) {
  return (
    <>
      <a className="evitement" href="#contenu">
        Aller au contenu
      </a>
      {donnees?.compte && <BarreSession {...donnees.compte} />}
      <Entete />
      {children}
      <PiedDePage nuit={nuit} commune={donnees?.commune} adresse={donnees?.publicUrl} />
    </>
  );
}

/** What is said while a page is on its way (SPEC.md section 2); null for pages that need no word. */
function attenteDe(chemin: string): ReactNode {
  if (/^\/(?:comite|evenement)\/(?:create|modify\/)/.test(chemin)) return <Attente texte="Loading..." langue="en" />;
  if (/^\/(?:reglages|comptes|mot-de-passe|confirmer)$/.test(chemin)) return <Attente texte="Loading..." langue="en" />;
  if (chemin === "/comite" || chemin === "/planning") return <Attente texte="Chargement en cours..." />;
  return null;
}

export default function App({ loaderData }: Route.ComponentProps) {
  const { state, location, formMethod } = useNavigation();
  const attente = state === "loading" && !formMethod ? attenteDe(location.pathname) : null;
  return (
    <Cadre nuit={vaut(useMatches(), "nuit")} donnees={loaderData}>
      {attente}
      <div className="page" hidden={attente !== null}>
        <Outlet />
      </div>
      <Annonce avis={loaderData.avis} />
    </Cadre>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const donnees = useRouteLoaderData<typeof loader>("root");
  const introuvable = isRouteErrorResponse(error) && error.status === 404;
  const phrase = isRouteErrorResponse(error) && typeof error.data === "string" ? error.data : undefined;
  return (
    <Cadre nuit donnees={donnees}>
      {introuvable ? <Introuvable /> : <Panne phrase={phrase} />}
    </Cadre>
  );
}
