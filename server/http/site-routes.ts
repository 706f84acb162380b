/**
 * React Router also matches `/LOGIN`, `/login//` and `/%6Cogin`. Redirect to the canonical path: otherwise such paths
 * bypass limits, headers and the page cache.
 */

import { generatePath, matchRoutes, type RouteObject, type ServerBuild } from "react-router";
import type { Handle, SiteRoute, SiteRoutes } from "#app/route-handle.ts";
import { normaliseUnicode } from "#domain/text/normal-form.ts";
import type { SiteApp } from "#server/http/request-context.ts";

/** Suffix of React Router's data requests: `/_.data` for the home page, `/login.data` for `/login`. */
const DATA = /(?:(?<=\/)_)?\.data$/;

/** An id has up to 1500 bytes, which are 4500 characters when percent-encoded. */
const PATH_MAX = 6000;

/** React Router cannot match a path with an invalid encoding or with line breaks. */
export function isReadablePath(pathname: string): boolean {
  if (pathname.length > PATH_MAX) return false;
  try {
    return !/[\n\r\u2028\u2029]/.test(decodeURIComponent(pathname));
  } catch {
    return false;
  }
}

const dataOf = (path: string): string => (path === "/" ? "/_.data" : `${path}.data`);

/** @param otherPaths paths that the server answers before the routes, as Hono writes them */
export function siteRoutes(routes: ServerBuild["routes"], otherPaths: readonly string[]): SiteRoutes {
  const all = Object.values(routes).filter((route) => route !== undefined);
  const handleOf = ({ parentId, module }: (typeof all)[number]): Handle => {
    const parent = parentId === undefined ? undefined : routes[parentId];
    return { ...(parent && handleOf(parent)), ...(module.handle as Handle | undefined) };
  };
  // The root and the layouts have no path of their own; a page has its whole path.
  const pages = all.filter(({ id, index, path }) => id !== "root" && (index || path !== undefined));
  const treeOf = (some: readonly (typeof all)[number][], parentId?: string): RouteObject[] =>
    some
      .filter((route) => route.parentId === parentId)
      .map((route): RouteObject => {
        const { id, index, path } = route;
        const handle = handleOf(route);
        return index ? { id, index, path, handle } : { id, path, handle, children: treeOf(some, id) };
      });
  // React Router ranks all routes that it gets, at each call: give it those that begin as the path does.
  const beginsWithParameter = ({ path = "" }: { path?: string | undefined }) => /^[:*]/.test(path);
  const common = all.filter((route) => !pages.includes(route) || beginsWithParameter(route));
  const others = Map.groupBy(
    pages.filter((page) => !beginsWithParameter(page)),
    ({ path = "" }) => beginningOf(path),
  );
  const commonTree = treeOf(common);
  const trees = new Map([...others].map(([beginning, some]) => [beginning, treeOf([...common, ...some])]));
  const treeFor = (path: string) => trees.get(beginningOf(path)) ?? commonTree;
  const fixed = pages
    .filter(({ path = "" }) => !/[:*]/.test(path))
    .map((route): SiteRoute => ({ path: `/${route.path ?? ""}`, handle: handleOf(route), exact: true, many: false }));
  const pendingTexts = pages.flatMap((route) => {
    const { pendingText } = handleOf(route);
    return pendingText ? [[`/${route.path}`, pendingText] as const] : [];
  });
  // Look up routes without parameters in a map: React Router's `matchRoutes` would rank routes for them, too.
  const routesByPath = new Map<string, SiteRoute>();
  for (const route of fixed) {
    routesByPath.set(route.path, route);
    routesByPath.set(dataOf(route.path), { ...route, path: dataOf(route.path), exact: false });
  }
  const reserved = new Set([...pages.map(({ path = "" }) => path), ...otherPaths].map((path) => segmentsOf(path)[0]));
  const isReserved = (segment: string) => reserved.has(segment);
  return {
    fixed,
    pendingTexts,
    isReserved,
    find: (pathname) => routesByPath.get(pathname) ?? match(treeFor, pathname),
  };
}

/** @returns the first segment in lower case, as React Router compares it; "" for the home page */
const beginningOf = (path: string): string => decodeURIComponent(segmentsOf(path)[0] ?? "").toLowerCase();

/** @param treeFor the routes that may match a path */
function match(treeFor: (path: string) => RouteObject[], pathname: string): SiteRoute {
  const none = { path: pathname, handle: {}, exact: false, many: false };
  if (!isReadablePath(pathname)) return none;
  const requested = pathname.replace(DATA, "").replace(/\/{2,}/g, "/");
  const matches = matchRoutes(treeFor(requested), requested) ?? [];
  const patterns = segmentsOf(matches.map(({ route }) => route.path ?? "").join("/"));
  const leaf = matches.at(-1);
  if (!leaf || patterns.includes("*")) return none;
  const raw = segmentsOf(requested);
  const handle = (leaf.route.handle ?? {}) as Handle;
  if (handle.segment && !handle.segment.test(raw.at(-1) ?? "")) return none;
  const canonical = `/${patterns.map((pattern, i) => spellSegment(pattern, raw[i] ?? "", leaf.params)).join("/")}`;
  const data = DATA.test(pathname);
  const path = data ? dataOf(canonical) : canonical;
  return {
    path,
    handle,
    // Only exact paths are cached. Each page has only one exact path: parameters are encoded as in the site's links.
    exact: !data && path === pathname && raw.every((segment) => composed(segment) === segment && isEncoded(segment)),
    many: patterns.some((pattern) => pattern.startsWith(":")),
  };
}

const isEncoded = (segment: string): boolean => encodeURIComponent(decodeURIComponent(segment)) === segment;

/** Composes accents: macOS and some programs write « é » as two characters. Returns other segments unchanged. */
function composed(segment: string): string {
  const text = decodeURIComponent(segment);
  const normal = normaliseUnicode(text, "NFC");
  return normal === text ? segment : encodeURIComponent(normal);
}

const segmentsOf = (path: string): string[] => path.split("/").filter(Boolean);

/** Keeps a parameter as the visitor wrote it. Fixed segments get the spelling of the route. */
function spellSegment(pattern: string, raw: string, params: Readonly<Record<string, string | undefined>>): string {
  const [, ending] = /^:[\w-]+(.*)$/.exec(pattern) ?? [];
  return ending !== undefined && raw.endsWith(ending) ? raw : generatePath(pattern, params);
}

export const routeHeaders = ({ unlisted, secret }: Handle): Record<string, string> => ({
  // Not `no-referrer` for forms: browsers then send `Origin: null`, which over plain http cannot be told from another site.
  ...(unlisted ? { "x-robots-tag": "noindex, nofollow", "referrer-policy": "same-origin" } : {}),
  ...(secret ? { "referrer-policy": "no-referrer" } : {}),
});

export function canonicalRedirect(app: SiteApp, routes: () => Promise<SiteRoutes>): void {
  app.use(async (c, next) => {
    const { pathname, search } = new URL(c.req.url);
    const route = (await routes()).find(pathname);
    c.set("route", route);
    const path = route.many ? route.path.split("/").map(composed).join("/") : route.path;
    if (route.path === pathname) {
      await next();
      // The older site may have stored a decomposed id, so such a path is redirected only if it is not found.
      if (path === pathname || c.res.status !== 404) return;
    }
    const headers = { location: path + search, "cache-control": "private, no-store", ...routeHeaders(route.handle) };
    // With status 308, the browser repeats the method and the body.
    c.res = c.body(null, 308, headers);
    // Hono keeps the headers of the page that was not found.
    c.res.headers.delete("content-encoding");
  });
}
