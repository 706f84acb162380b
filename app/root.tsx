import type { ReactNode } from "react";
import {
  isRouteErrorResponse,
  matchPath,
  Outlet,
  type ShouldRevalidateFunctionArgs,
  useMatches,
  useNavigation,
  useRouteLoaderData,
} from "react-router";
import schibsted from "#app/fonts/schibsted-french.woff2?url";
import truculenta from "#app/fonts/truculenta-french.woff2?url";
import siteCss from "#app/styles/site.css?url";
import type { Route } from "./+types/root.ts";
import { ErrorPage, INVALID_LINK_DATA, InvalidLinkPage, NotFoundPage } from "./layout/errors/error-page.tsx";
import { PendingPage, RootPageFrame } from "./layout/frame.tsx";
import { HelpLink } from "./layout/help-link.tsx";
import { AnnouncedToast } from "./layout/toasts/toast-zone.tsx";
import { RootDocument } from "./root-document.tsx";
import { loadPageFrame } from "./root-loader.server.ts";
import { readSignedInAccount } from "./root-middleware.server.ts";
import { hasHandleFlag } from "./route-handle.ts";
import { PasskeySignals } from "./session/passkey-signals.tsx";

export const links: Route.LinksFunction = () => [
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
  // Every first screen uses both fonts. Without a preload, the fonts load after the style sheet.
  ...[truculenta, schibsted].map((href) => ({
    rel: "preload",
    href,
    as: "font" as const,
    type: "font/woff2",
    crossOrigin: "anonymous" as const,
  })),
  { rel: "stylesheet", href: siteCss },
];

export const middleware: Route.MiddlewareFunction[] = [readSignedInAccount];

export const loader = (args: Route.LoaderArgs) => loadPageFrame(args);

const FORMS_OF_VISITORS = ["/contact", "/inscription", "/ma-fiche"];

/** A visitor's form does not change the root data, and a reload may fail. */
export const shouldRevalidate = ({ formAction, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  !FORMS_OF_VISITORS.includes(formAction ?? "") && defaultShouldRevalidate;

export function Layout({ children }: { children: ReactNode }) {
  return <RootDocument data={useRouteLoaderData<typeof loader>("root")}>{children}</RootDocument>;
}

export default function App({ loaderData }: Route.ComponentProps) {
  const { state, location, formMethod } = useNavigation();
  const isLoading = state === "loading" && !formMethod;
  const pending = isLoading && loaderData.pendingTexts.find(([pattern]) => matchPath(pattern, location.pathname));
  return (
    <RootPageFrame night={hasHandleFlag(useMatches(), "night")} data={loaderData}>
      {pending && <PendingPage text={pending[1]} />}
      <div className="page" hidden={Boolean(pending)}>
        {loaderData.account && <HelpLink />}
        <Outlet />
      </div>
      <AnnouncedToast toast={loaderData.toast} />
      <PasskeySignals accepted={loaderData.accepted} />
    </RootPageFrame>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const data = useRouteLoaderData<typeof loader>("root");
  const notFound = isRouteErrorResponse(error) && error.status === 404;
  const sentence = isRouteErrorResponse(error) && typeof error.data === "string" ? error.data : undefined;
  return (
    <RootPageFrame night data={data}>
      {!notFound && <ErrorPage sentence={sentence} />}
      {notFound && (sentence === INVALID_LINK_DATA ? <InvalidLinkPage /> : <NotFoundPage />)}
    </RootPageFrame>
  );
}
