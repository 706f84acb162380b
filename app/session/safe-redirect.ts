import type { SiteRoutes } from "#app/route-handle.ts";

/** Where the committee lands when no page was asked for (docs/specification.md section 2). */
const DEFAULT = "/planning";

/** Longer than any address of this site. */
const LENGTH_MAX = 5000;

/** @returns an address of this site, taken apart; null for anything else */
export function ownAddress(asked: string | null): URL | null {
  const site = "https://site.invalid";
  const address = asked?.startsWith("/") && asked.length <= LENGTH_MAX ? URL.parse(asked, site) : null;
  return address?.origin === site ? address : null;
}

/**
 * The page to open after signing in, as named in the login's address.
 * @param requested value of `?suite=`; anything that is none of the committee's screens is ignored
 */
export function safeRedirect(requested: string | null, routes: Pick<SiteRoutes, "find">): string {
  const address = ownAddress(requested);
  if (!address) return DEFAULT;
  const { exact, handle } = routes.find(address.pathname);
  return exact && handle.screen ? address.pathname + address.search : DEFAULT;
}
