/** Which requests may change something: those that come from the site itself. */

/** The longest name of a host has 253 characters. */
const ORIGINE_MAX = 300;
const BOUCLE_LOCALE = /^(?:localhost|127\.0\.0\.1|\[::1\])$/;

/** Whether two origins are the same, counting this machine's names as one where the site runs on it. */
function memeOrigine(origine: string, publicUrl: string): boolean {
  if (origine === publicUrl) return true;
  const autre = origine.length <= ORIGINE_MAX ? URL.parse(origine) : null;
  const site = new URL(publicUrl);
  return (
    autre !== null &&
    BOUCLE_LOCALE.test(site.hostname) &&
    BOUCLE_LOCALE.test(autre.hostname) &&
    autre.port === site.port &&
    autre.protocol === site.protocol
  );
}

/** Where a request says that it comes from. */
type Provenance = {
  /** The Origin header. */
  origine: string | undefined;
  /** The Sec-Fetch-Site header. */
  secFetchSite: string | undefined;
  /** The Cookie header. */
  cookie: string | undefined;
};

/**
 * Refuses what another site has a browser send. A request that names neither its origin nor its site comes from no
 * browser of today: it is taken from a program that has nothing to lose, and not together with cookies.
 */
export function estEtrangere({ origine, secFetchSite, cookie }: Provenance, publicUrl: string): boolean {
  const dAilleurs = secFetchSite !== undefined && secFetchSite !== "same-origin" && secFetchSite !== "none";
  if (dAilleurs) return true;
  // Where the policy is no-referrer, a browser names no origin for this site either.
  if (origine === "null") return secFetchSite !== "same-origin";
  if (origine !== undefined) return !memeOrigine(origine, publicUrl);
  return secFetchSite === undefined && cookie !== undefined && cookie !== "";
}
