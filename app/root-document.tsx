import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { Links, Meta, Scripts, ScrollRestoration, useLocation, useMatches } from "react-router";
import gesturesModule from "#app/browser/gestures.ts?worker&url";
import pageModule from "#app/browser/page.ts?worker&url";
import shareModule from "#app/browser/share.ts?worker&url";
import adminCss from "#app/styles/admin.css?url";
import { ToastRegion } from "./layout/toasts/toast-zone.tsx";
import { hasHandleFlag } from "./route-handle.ts";

type Props = {
  /** Undefined if the root loader failed. */
  data: { account: object | null; toast: object | null; isFramed: boolean } | undefined;
  children: ReactNode;
};

export function RootDocument({ data, children }: Props) {
  const matches = useMatches();
  // Computed once: scripts stay loaded when React Router shows the next page.
  const [hydrated] = useState(
    () => data !== undefined && (data.account !== null || data.toast !== null || !hasHandleFlag(matches, "reading")),
  );
  // The preview frame of the text editor blocks scripts.
  const scripts = !data?.isFramed;
  const committee = Boolean(data?.account) || hasHandleFlag(matches, "committee");
  return (
    <html lang="fr-CH" data-signed-in={data?.account ? "" : undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#f7f2e6" />
        <Meta />
        <Links />
        {/* With the manifest, an icon on a phone's home screen opens the home page. A member's secret page has no
            manifest, so that an icon opens this page. */}
        {!hasHandleFlag(matches, "secret") && <link rel="manifest" href="/manifest.webmanifest" />}
        {committee && <link rel="stylesheet" href={adminCss} />}
        {scripts && <script type="module" src={pageModule} />}
        {/* Only `async` scripts also run if client-side navigation adds them. */}
        {scripts && hasHandleFlag(matches, "gestures") && <script async type="module" src={gesturesModule} />}
        {scripts && hasHandleFlag(matches, "share") && <script async type="module" src={shareModule} />}
      </head>
      <body>
        {children}
        {scripts && (hydrated ? <HydratedParts /> : <SpeculationRules />)}
      </body>
    </html>
  );
}

const HydratedParts = () => (
  <>
    <TitleAnnouncer />
    <ToastRegion />
    <ScrollRestoration />
    <Scripts />
  </>
);

/** Screen readers announce the title of a new document, but not of a page shown by client-side navigation. */
function TitleAnnouncer() {
  const { pathname } = useLocation();
  const [title, setTitle] = useState("");
  // A cleanup function does not run for the first page, which the browser announces.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the page changes
  useEffect(() => () => setTitle(document.title), [pathname]);
  return (
    <p className="sr-only" aria-live="polite">
      {title}
    </p>
  );
}

/** Files that are costly to generate, and pages that most visitors do not open. */
const NOT_PREFETCHED = [
  "/*.ics",
  "/*.pdf",
  "/*.png",
  "/*.svg",
  "/*.xml",
  "/dons/qr-facture*",
  "/log*",
  "/autorisation*",
  "/ma-fiche*",
  "/mes-places*",
  "/ecrire*",
];

/** Empty in the browser, to keep the rules out of the bundle: only pages without React have them. */
const SPECULATION_RULES = import.meta.env.SSR
  ? JSON.stringify({
      prefetch: [
        {
          where: { and: [{ href_matches: "/*" }, { not: { href_matches: NOT_PREFETCHED } }] },
          eagerness: "moderate",
        },
      ],
    })
  : "";

/** Nonce of inline scripts, from entry.server.tsx. Empty for a cached page, whose scripts are hashed. */
export const ScriptNonceContext = createContext("");

function SpeculationRules() {
  const nonce = useContext(ScriptNonceContext) || undefined;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant, whose quotes React would escape
  return <script type="speculationrules" nonce={nonce} dangerouslySetInnerHTML={{ __html: SPECULATION_RULES }} />;
}
