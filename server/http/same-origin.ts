/** Which requests may change something: those that come from the site itself. */

/** The longest name of a host has 253 characters. */
const ORIGIN_MAX = 300;
const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])$/;

/** Whether two origins are the same, counting this machine's names as one where the site runs on it. */
function isSameOrigin(origin: string, publicUrl: string): boolean {
  if (origin === publicUrl) return true;
  const other = origin.length <= ORIGIN_MAX ? URL.parse(origin) : null;
  const site = new URL(publicUrl);
  return (
    other !== null &&
    LOOPBACK.test(site.hostname) &&
    LOOPBACK.test(other.hostname) &&
    other.port === site.port &&
    other.protocol === site.protocol
  );
}

/** Where a request says that it comes from. */
type RequestOrigin = {
  /** The Origin header. */
  origin: string | undefined;
  /** The Sec-Fetch-Site header. */
  secFetchSite: string | undefined;
  /** The Cookie header. */
  cookie: string | undefined;
};

/**
 * Refuses what another site has a browser send. A request that names neither its origin nor its site comes from no
 * browser of today: it is taken from a program that has nothing to lose, and not together with cookies.
 */
export function isForeign({ origin, secFetchSite, cookie }: RequestOrigin, publicUrl: string): boolean {
  const fromElsewhere = secFetchSite !== undefined && secFetchSite !== "same-origin" && secFetchSite !== "none";
  if (fromElsewhere) return true;
  // Where the policy is no-referrer, a browser names no origin for this site either.
  if (origin === "null") return secFetchSite !== "same-origin";
  if (origin !== undefined) return !isSameOrigin(origin, publicUrl);
  return secFetchSite === undefined && cookie !== undefined && cookie !== "";
}
