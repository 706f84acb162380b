/** Leads every spelling of an address to the one that the site links to. */
import type { Handle, SiteRoutes } from "#app/route-handle.ts";
import type { App } from "./request-context.ts";

/** @returns headers that an answer carries because of its route */
export const headersOf = ({ unlisted, secret }: Handle): Record<string, string> => ({
  ...(unlisted ? { "x-robots-tag": "noindex, nofollow" } : {}),
  ...(secret ? { "referrer-policy": "no-referrer" } : {}),
});

/** @param routes of the present build */
export function canonicalRedirect(app: App, routes: () => Promise<SiteRoutes>): void {
  app.use(async (c, next) => {
    const { pathname, search } = new URL(c.req.url);
    const route = (await routes()).find(pathname);
    c.set("route", route);
    if (route.path === pathname) return next();
    const headers = { location: route.path + search, "cache-control": "private, no-store", ...headersOf(route.handle) };
    // The method and what was sent stay as they are.
    return c.body(null, 308, headers);
  });
}
