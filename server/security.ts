/** What every answer says to the browser, and which requests may change something. */
import { createHash } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import type { Config } from "./config.ts";

const POLITIQUE = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self' blob:",
  "font-src 'self'",
  "manifest-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Policy of a page that is not cached: its inline scripts carry the nonce. */
export const cspWithNonce = (nonce: string): string => `${POLITIQUE}; script-src 'self' 'nonce-${nonce}'`;

/** Policy of one finished document: its inline scripts are allowed by their hashes, thus it may be cached. */
export function cspOf(html: string): string {
  const hashes = new Set<string>();
  for (const [, script = ""] of html.matchAll(/<script\b(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/gi))
    hashes.add(`'sha256-${createHash("sha256").update(script).digest("base64")}'`);
  return `${POLITIQUE}; script-src ${["'self'", ...hashes].join(" ")}`;
}

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

/** Policy of what is no page: nothing at all. */
const POLITIQUE_DE_RIEN = "default-src 'none'; frame-ancestors 'none'";

const ONE_YEAR_S = 31_536_000;

/** The address that visitors type, and whether its promise of https holds for the names below it too. */
export type PublicHost = Pick<Config, "publicUrl" | "hstsSubdomains">;

/** Headers of every answer, whatever gives it. */
export function enTetesDeSecurite({ publicUrl, hstsSubdomains }: PublicHost): Record<string, string> {
  const hsts = `max-age=${ONE_YEAR_S}${hstsSubdomains ? "; includeSubDomains" : ""}`;
  return {
    "x-content-type-options": "nosniff",
    "referrer-policy": "strict-origin-when-cross-origin",
    "permissions-policy": "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    ...(publicUrl.startsWith("https:") ? { "strict-transport-security": hsts } : {}),
  };
}

/**
 * Adds the headers above, and for what is no page a policy that allows nothing.
 * @param avecPolitique false while one works on the site: hot reload brings inline scripts and styles of its own
 */
export function securite(host: PublicHost, avecPolitique: boolean): MiddlewareHandler {
  const enTetes = Object.entries(enTetesDeSecurite(host));
  return async (c, next) => {
    await next();
    for (const [nom, valeur] of enTetes) if (!c.res.headers.has(nom)) c.res.headers.set(nom, valeur);
    if (avecPolitique && !c.res.headers.has("content-security-policy"))
      c.res.headers.set("content-security-policy", POLITIQUE_DE_RIEN);
  };
}

/** @returns the headers of an answer that no application gives: to a request that is not even one */
export const enTetesDeRefus = (host: PublicHost): Record<string, string> => ({
  ...enTetesDeSecurite(host),
  "content-security-policy": POLITIQUE_DE_RIEN,
  "cache-control": "no-store",
});
