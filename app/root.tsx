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
import gesturesModule from "#app/browser/gestures.ts?worker&url";
import pageModule from "#app/browser/page.ts?worker&url";
import shareModule from "#app/browser/share.ts?worker&url";
import schibsted from "#app/fonts/schibsted-french.woff2?url";
import truculenta from "#app/fonts/truculenta-french.woff2?url";
import adminCss from "#app/styles/admin.css?url";
import siteCss from "#app/styles/site.css?url";
import { shownName } from "#domain/person.ts";
import type { Release } from "#domain/site-health/release-news.ts";
import { confirmPassword } from "#usecases/accounts/confirm-password.ts";
import type { Route } from "./+types/root.ts";
import {
  accountContext,
  confirmPasswordContext,
  guardContext,
  servicesContext,
  sessionEndedContext,
  siteContext,
} from "./contexts.ts";
import { ReportedFault } from "./layout/faults/fault-page.tsx";
import { NotFound } from "./layout/faults/not-found.tsx";
import { Footer } from "./layout/footer.tsx";
import { SpeculationRules } from "./layout/head/speculation-rules.tsx";
import { Header } from "./layout/header.tsx";
import { Pending } from "./layout/pending.tsx";
import { toastOf } from "./layout/toasts/toast-texts.ts";
import { AnnouncedToast, ToastZone } from "./layout/toasts/toast-zone.tsx";
import type { Handle } from "./route-handle.ts";
import { forgetToast, readSession, readToast } from "./session/cookies.ts";
import { SessionBar } from "./session/session-bar.tsx";

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
async function accountOf(token: string, context: Parameters<Route.MiddlewareFunction>[0]["context"]) {
  try {
    return await context.get(servicesContext).auth.findSession(token);
  } catch (fault) {
    context.get(siteContext).report(fault, "session");
    throw data(SESSION_LOST, { status: 503 });
  }
}

const SESSION_LOST =
  "Le site n’arrive pas à retrouver votre session. Rien n’a été enregistré\u00a0: réessayez dans un instant.";

export const middleware: Route.MiddlewareFunction[] = [
  async ({ request, context }, next) => {
    const token = await readSession(request);
    const account = token ? await accountOf(token, context) : null;
    context.set(accountContext, account);
    context.set(sessionEndedContext, token !== null && account === null);
    const guard = context.get(guardContext);
    const countTry = () => guard.passwordIn(token ?? "", account?.email ?? "");
    context.set(confirmPasswordContext, (typed) =>
      confirmPassword(context.get(servicesContext), token ?? "", typed, countTry),
    );
    if (account) guard.recognise(account.email);
    const response = await next();
    const shown = (await readToast(request)) !== null && response.ok && !response.headers.has("set-cookie");
    if (shown) response.headers.append("set-cookie", await forgetToast(context.get(siteContext).publicUrl));
    return response;
  },
];

/** @returns how much waits for the committee; null when the inbox does not answer: no reason to show no page at all */
async function countWaiting(context: Route.LoaderArgs["context"]) {
  try {
    const { inbox } = context.get(servicesContext);
    const [inscription, message, held] = await Promise.all([
      inbox.count("inscription"),
      inbox.count("message"),
      inbox.heldReason(),
    ]);
    return { inscription, message, isHeld: held !== null };
  } catch (fault) {
    context.get(siteContext).report(fault, "count of new entries");
    return null;
  }
}

const newsOf = (release: Release | null) => release && `Une nouvelle version du site est là\u00a0: ${release.version}`;

export async function loader({ request, context }: Route.LoaderArgs) {
  const kept = await readToast(request);
  const account = context.get(accountContext);
  const { report } = context.get(siteContext);
  // The frame stands also while the settings cannot be read; the page itself says what it cannot do then.
  const settings = await context
    .get(servicesContext)
    .settings.get()
    .catch((fault: unknown) => {
      report(fault, "settings of the footer");
      return undefined;
    });
  return {
    publicUrl: context.get(siteContext).publicUrl,
    account: account && {
      email: account.email,
      name: shownName(account),
      waiting: await countWaiting(context),
      clockHeld: context.get(servicesContext).clockGuard.heldSince() !== null,
    },
    toast: kept && toastOf(kept.code, kept.undo),
    footer: {
      town: settings && `${settings.postcode} ${settings.place}`,
      host: new URL(context.get(siteContext).publicUrl).host,
      // Worded here, so that no visitor's browser carries the sentence.
      news: account && newsOf(context.get(servicesContext).health.newerRelease()),
    },
  };
}

/** What a visitor sends changes nothing here; asking again would need a network that may just have failed. */
export const shouldRevalidate = ({ formAction, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  formAction !== "/contact" && formAction !== "/inscription" && defaultShouldRevalidate;

const flagOf = (matches: UIMatch[], key: keyof Handle) =>
  matches.some(({ handle }) => (handle as Handle | undefined)?.[key] === true);

export function Layout({ children }: { children: ReactNode }) {
  const data = useRouteLoaderData<typeof loader>("root");
  const matches = useMatches();
  // Decided once, by the server: a page that was hydrated stays so while it navigates.
  const [hydrated] = useState(
    () => data !== undefined && (data.account !== null || data.toast !== null || !flagOf(matches, "reading")),
  );
  const committee = Boolean(data?.account) || flagOf(matches, "committee");
  return (
    <html lang="fr-CH">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#f7f2e6" />
        <Meta />
        <Links />
        {committee && <link rel="stylesheet" href={adminCss} />}
        <script type="module" src={pageModule} />
        {flagOf(matches, "gestures") && <script type="module" src={gesturesModule} />}
        {flagOf(matches, "share") && <script type="module" src={shareModule} />}
      </head>
      <body>
        {children}
        {hydrated ? (
          <>
            <ToastZone />
            <ScrollRestoration />
            <Scripts />
          </>
        ) : (
          <SpeculationRules />
        )}
      </body>
    </html>
  );
}

type RootData = Route.ComponentProps["loaderData"] | undefined;

/** Header and footer around a page. */
function Frame({ night, data, children }: { night: boolean; data: RootData; children: ReactNode }) {
  return (
    <>
      <a className="skip-link" href="#contenu">
        Aller au contenu
      </a>
      {data?.account && <SessionBar {...data.account} />}
      <Header />
      {children}
      <Footer night={night} {...data?.footer} />
    </>
  );
}

/** What is said while a page is on its way (SPEC.md section 2); null for pages that need no word. */
function pendingText(path: string): ReactNode {
  if (/^\/(?:comite|evenement)\/(?:create|modify\/)/.test(path)) return <Pending text="Loading..." language="en" />;
  if (/^\/(?:reglages(?:\/historique)?|comptes|corbeille|journal|mot-de-passe|confirmer)$/.test(path))
    return <Pending text="Loading..." language="en" />;
  if (path === "/comite" || path === "/planning") return <Pending text="Chargement en cours..." />;
  return null;
}

export default function App({ loaderData }: Route.ComponentProps) {
  const { state, location, formMethod } = useNavigation();
  const wait = state === "loading" && !formMethod ? pendingText(location.pathname) : null;
  return (
    <Frame night={flagOf(useMatches(), "night")} data={loaderData}>
      {wait}
      <div className="page" hidden={wait !== null}>
        <Outlet />
      </div>
      <AnnouncedToast toast={loaderData.toast} />
    </Frame>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const data = useRouteLoaderData<typeof loader>("root");
  const notFound = isRouteErrorResponse(error) && error.status === 404;
  const sentence = isRouteErrorResponse(error) && typeof error.data === "string" ? error.data : undefined;
  return (
    <Frame night data={data}>
      {notFound ? <NotFound /> : <ReportedFault sentence={sentence} />}
    </Frame>
  );
}
