import type { MiddlewareHandler } from "hono";
import type { Config } from "#server/config.ts";
import { CSP_WITHOUT_SOURCES } from "./content-security-policy.ts";

const ONE_YEAR_S = 31_536_000;

export type PublicHost = Pick<Config, "publicUrl" | "hstsSubdomains">;

export function securityHeaders({ publicUrl, hstsSubdomains }: PublicHost): Record<string, string> {
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

/** @param withPolicy false in development: a Content-Security-Policy would block hot reload */
export function addSecurityHeaders(host: PublicHost, withPolicy: boolean): MiddlewareHandler {
  const headers = Object.entries(securityHeaders(host));
  return async (c, next) => {
    await next();
    for (const [name, value] of headers) if (!c.res.headers.has(name)) c.res.headers.set(name, value);
    if (withPolicy && !c.res.headers.has("content-security-policy"))
      c.res.headers.set("content-security-policy", CSP_WITHOUT_SOURCES);
  };
}

export const refusalHeaders = (host: PublicHost): Record<string, string> => ({
  ...securityHeaders(host),
  "content-security-policy": CSP_WITHOUT_SOURCES,
  "cache-control": "no-store",
});
