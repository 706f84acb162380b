/** Redirects every spelling of a path to the canonical one. */
import type { Handle, SiteRoutes } from "#app/route-handle.ts";
import type { App } from "./request-context.ts";

/** @returns response headers that the route's handle asks for */
export const headersOf = ({ unlisted, secret }: Handle): Record<string, string> => ({
  ...(unlisted ? { "x-robots-tag": "noindex, nofollow" } : {}),
  ...(secret ? { "referrer-policy": "no-referrer" } : {}),
});

export function canonicalRedirect(app: App, routes: () => Promise<SiteRoutes>): void {
  app.use(async (c, next) => {
    const { pathname, search } = new URL(c.req.url);
    const route = (await routes()).find(pathname);
    c.set("route", route);
    if (route.path === pathname) return next();
    const headers = { location: route.path + search, "cache-control": "private, no-store", ...headersOf(route.handle) };
    // 308 keeps the method and the body.
    return c.body(null, 308, headers);
  });
}
