/** What every answer says to the browser besides its policy. */
import type { MiddlewareHandler } from "hono";
import type { Config } from "./config.ts";
import { POLITIQUE_DE_RIEN } from "./content-security-policy.ts";

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
