import type { SiteRoutes } from "#app/route-handle.ts";

/** First page of the committee: after signing in, if the URL requests no page (docs/specification.md section 2). */
export const COMMITTEE_START = "/a-faire";

/** All URLs of this site are shorter. */
const LENGTH_MAX = 5000;

/** @returns null if the address is too long or not on this site */
export function parseSiteUrl(input: string | null): URL | null {
  const origin = "https://site.invalid";
  const address = input?.startsWith("/") && input.length <= LENGTH_MAX ? URL.parse(input, origin) : null;
  return address?.origin === origin ? address : null;
}

/** @param requested value of `?suite=`; replaced by the default if the path is no screen of the committee */
export function safeRedirect(requested: string | null, routes: Pick<SiteRoutes, "find">): string {
  const address = parseSiteUrl(requested);
  if (!address) return COMMITTEE_START;
  const { exact, handle } = routes.find(address.pathname);
  return exact && handle.screen ? address.pathname + address.search : COMMITTEE_START;
}

/** Parameter of the sign-in page: the server has just accepted a password, a passkey or a link. */
export const SIGNED_IN_PARAM = "entree";

/**
 * @param path screen of the committee
 * @returns address of the sign-in page, which redirects to the path if the browser has kept the session's cookie, and
 *   says that the site needs the cookie if not
 */
export const signedInUrl = (path: string): string => `/login?suite=${encodeURIComponent(path)}&${SIGNED_IN_PARAM}=1`;
