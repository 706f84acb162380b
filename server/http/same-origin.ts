/** CSRF protection: decides which requests may write. */

/** A host name has at most 253 characters. */
const ORIGIN_MAX = 300;
const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])$/;

/** If the site runs on a loopback name, all loopback names count as equal. */
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

type RequestOrigin = {
  origin: string | undefined;
  secFetchSite: string | undefined;
  cookie: string | undefined;
};

/** True for cross-site requests. Also true for a request with cookies, but without Origin and Sec-Fetch-Site. */
export function isCrossSite({ origin, secFetchSite, cookie }: RequestOrigin, publicUrl: string): boolean {
  const fromElsewhere = secFetchSite !== undefined && secFetchSite !== "same-origin" && secFetchSite !== "none";
  if (fromElsewhere) return true;
  // With `Referrer-Policy: no-referrer`, browsers send `Origin: null` even for same-origin requests.
  if (origin === "null") return secFetchSite !== "same-origin";
  if (origin !== undefined) return !isSameOrigin(origin, publicUrl);
  return secFetchSite === undefined && cookie !== undefined && cookie !== "";
}
