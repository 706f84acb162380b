import type { SiteRoutes } from "#app/route-handle.ts";

/** Page after signing in when the URL requests no other (docs/specification.md section 2). */
const DEFAULT_PATH = "/planning";

/** Maximum length of a URL to redirect to; no URL of this site is as long. */
const LENGTH_MAX = 5000;

/** @returns the parsed address; null when it is too long or not on this site */
export function ownAddress(input: string | null): URL | null {
  const origin = "https://site.invalid";
  const address = input?.startsWith("/") && input.length <= LENGTH_MAX ? URL.parse(input, origin) : null;
  return address?.origin === origin ? address : null;
}

/** @param requested value of `?suite=`; replaced by the default unless it is a screen of the committee */
export function safeRedirect(requested: string | null, routes: Pick<SiteRoutes, "find">): string {
  const address = ownAddress(requested);
  if (!address) return DEFAULT_PATH;
  const { exact, handle } = routes.find(address.pathname);
  return exact && handle.screen ? address.pathname + address.search : DEFAULT_PATH;
}
