/**
 * Answers `/__manifest`, by which React Router's client asks for the routes of the links on a page. React Router's own
 * answer matches each path against all routes, which takes 300 ms for a URL with 1,700 paths. This handler looks the
 * routes up by first segment.
 */
import type { ServerBuild } from "react-router";
import { errorResponse } from "./error-page.ts";
import type { SiteApp } from "./request-context.ts";

type ManifestRoutes = ServerBuild["assets"]["routes"];

/** Longest address that React Router's client asks for, in characters. */
const ADDRESS_MAX = 7_680;

/** Key of the routes that match any first segment. */
const ANY = "*";

const firstSegment = (path: string): string => path.replace(/^\/+/, "").split("/", 1)[0] ?? "";

/** @returns ids of the routes, with their layouts, by the first segment of their path */
function routesBySegment(routes: ManifestRoutes): ReadonlyMap<string, readonly string[]> {
  const bySegment = new Map<string, string[]>();
  for (const route of Object.values(routes)) {
    if (!route || route.id === "root" || (route.path === undefined && !route.index)) continue;
    const segment = firstSegment(route.path ?? "");
    const key = /^[:*]/.test(segment) ? ANY : segment;
    const ids = bySegment.get(key) ?? [];
    bySegment.set(key, ids);
    for (let id: string | undefined = route.id; id !== undefined; id = routes[id]?.parentId) ids.push(id);
  }
  return bySegment;
}

export function serveRouteDiscovery(app: SiteApp, getBuild: () => Promise<ServerBuild>): void {
  const segmentsByBuild = new WeakMap<ServerBuild, ReturnType<typeof routesBySegment>>();

  app.use(async (c, next) => {
    // Hono's path may contain `/./`, which React Router removes before it compares.
    const { pathname, searchParams } = new URL(c.req.url);
    const build = await getBuild();
    if (pathname !== build.routeDiscovery.manifestPath) return next();
    if (c.req.method === "POST")
      return errorResponse(c, 405, "Cette page ne reçoit aucun formulaire.", { allow: "GET, HEAD" });
    const { routes, version } = build.assets;
    // The page is of another release: the client loads the next page as a document.
    if (searchParams.get("version") !== version)
      return c.body(null, 204, { "x-remix-reload-document": "true", "cache-control": "no-store" });
    if (c.req.url.length > ADDRESS_MAX) return errorResponse(c, 400, "Cette demande est trop longue.");
    const bySegment = segmentsByBuild.get(build) ?? routesBySegment(routes);
    segmentsByBuild.set(build, bySegment);
    const segments = new Set([ANY, ...(searchParams.get("paths") ?? "").split(",").map(firstSegment)]);
    const ids = new Set([...segments].flatMap((segment) => bySegment.get(segment) ?? []));
    return c.json(Object.fromEntries([...ids].map((id) => [id, routes[id]])), 200, {
      "cache-control": "public, max-age=31536000, immutable",
    });
  });
}
