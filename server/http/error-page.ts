import type { SiteRoute } from "#app/route-handle.ts";
import type { AppContext } from "./request-context.ts";
import { routeHeaders } from "./site-routes.ts";

export const ERROR_SENTENCE = "Quelque chose a cassé. Réessayez dans un instant.";

export const errorPage = (sentence: string): string =>
  `<!doctype html><html lang="fr-CH"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>La jeunesse de Savièse</title><h1>${sentence}</h1><p><a href="/">Retour</a></p></html>`;

/** Seconds for the header Retry-After. A load peak is shorter than an outage of the store. */
export const RETRY_AFTER_S = { overload: 5, error: 30 };

export type ErrorStatus = 400 | 403 | 405 | 408 | 413 | 429 | 500 | 503;

export const errorResponse = (
  c: AppContext,
  status: ErrorStatus,
  sentence: string,
  headers: Record<string, string> = {},
): Response | Promise<Response> => {
  // Undefined until `canonicalRedirect` has found the route.
  const route: SiteRoute | undefined = c.get("route");
  const own = route ? routeHeaders(route.handle) : {};
  return c.html(errorPage(sentence), status, { "cache-control": "no-store", ...own, ...headers });
};

/** @param wait seconds until the next request is allowed */
export const tooManyRequests = (c: AppContext, wait: number) =>
  errorResponse(c, 429, "Trop de demandes d’affilée. Réessayez dans une minute.", { "retry-after": String(wait) });
