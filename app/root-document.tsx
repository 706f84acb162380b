import { type ReactNode, useState } from "react";
import { Links, Meta, Scripts, ScrollRestoration, useMatches } from "react-router";
import gesturesModule from "#app/browser/gestures.ts?worker&url";
import pageModule from "#app/browser/page.ts?worker&url";
import shareModule from "#app/browser/share.ts?worker&url";
import adminCss from "#app/styles/admin.css?url";
import { SpeculationRules } from "./layout/head/speculation-rules.tsx";
import { ToastZone } from "./layout/toasts/toast-zone.tsx";
import { hasFlag } from "./route-handle.ts";

type Props = {
  /** What the root's loader read; undefined: it failed. */
  data: { account: object | null; toast: object | null } | undefined;
  children: ReactNode;
};

/** The HTML document around every page, with the scripts that this page needs. */
export function Document({ data, children }: Props) {
  const matches = useMatches();
  // Decided once, by the server: a page that was hydrated stays so while it navigates.
  const [hydrated] = useState(
    () => data !== undefined && (data.account !== null || data.toast !== null || !hasFlag(matches, "reading")),
  );
  const committee = Boolean(data?.account) || hasFlag(matches, "committee");
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
        {hasFlag(matches, "gestures") && <script type="module" src={gesturesModule} />}
        {hasFlag(matches, "share") && <script type="module" src={shareModule} />}
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
