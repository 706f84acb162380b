/**
 * The routes of the build: what each of them says of itself, and the one spelling of its address. The router takes
 * `/LOGIN`, `/login//` and `/%6Cogin` for `/login`; whatever hangs on an address (limits, headers, the page cache) would
 * have to know all of them, and a way around it would be found.
 */
import { generatePath, matchRoutes, type RouteObject, type ServerBuild } from "react-router";
import type { Handle, SiteRoute, SiteRoutes } from "#app/route-handle.ts";

/** How the router asks for the data of a page: `/_.data` for the first one, `/login.data` for another. */
const DATA = /(?:(?<=\/)_)?\.data$/;

/** Longer than any address of the site: the longest identifier has 1500 bytes, three signs each. */
const PATH_MAX = 6000;

/**
 * @returns whether some route can match: what is too long is none, what does not decode throws in the router, and its
 * `*` stops at a line break
 */
export function isReadable(pathname: string): boolean {
  if (pathname.length > PATH_MAX) return false;
  try {
    return !/[\n\r\u2028\u2029]/.test(decodeURIComponent(pathname));
  } catch {
    return false;
  }
}

const dataOf = (path: string): string => (path === "/" ? "/_.data" : `${path}.data`);

/** @param routes of the build */
export function siteRoutes(routes: ServerBuild["routes"]): SiteRoutes {
  const all = Object.values(routes).filter((route) => route !== undefined);
  const childrenOf = (parentId: string | undefined): RouteObject[] =>
    all
      .filter((route) => route.parentId === parentId)
      .map(({ id, index, path, module: { handle } }): RouteObject => {
        return index ? { id, index, path, handle } : { id, path, handle, children: childrenOf(id) };
      });
  const tree = childrenOf(undefined);
  const fixed = all
    .filter(({ id, path = "" }) => id !== "root" && !/[:*]/.test(path))
    .map(({ path = "", module }): SiteRoute => {
      return { path: `/${path}`, handle: (module.handle ?? {}) as Handle, exact: true, many: false };
    });
  const pendingTexts = all.flatMap(({ path, module }) => {
    const { pendingText } = (module.handle ?? {}) as Handle;
    return pendingText ? [[`/${path}`, pendingText] as const] : [];
  });
  // Most of what is asked for, without asking the router, which takes a third of a millisecond.
  const known = new Map<string, SiteRoute>();
  for (const route of fixed) {
    known.set(route.path, route);
    known.set(dataOf(route.path), { ...route, path: dataOf(route.path), exact: false });
  }
  return { fixed, pendingTexts, find: (pathname) => known.get(pathname) ?? match(tree, pathname) };
}

function match(tree: RouteObject[], pathname: string): SiteRoute {
  const none = { path: pathname, handle: {}, exact: false, many: false };
  if (!isReadable(pathname)) return none;
  const asked = pathname.replace(DATA, "").replace(/\/{2,}/g, "/");
  const matches = matchRoutes(tree, asked) ?? [];
  const patterns = segmentsOf(matches.map(({ route }) => route.path ?? "").join("/"));
  const leaf = matches.at(-1);
  if (!leaf || patterns.includes("*")) return none;
  const raw = segmentsOf(asked);
  const spelt = `/${patterns.map((pattern, i) => spellSegment(pattern, raw[i] ?? "", leaf.params)).join("/")}`;
  const data = DATA.test(pathname);
  const path = data ? dataOf(spelt) : spelt;
  return {
    path,
    handle: (leaf.route.handle ?? {}) as Handle,
    // What fills the places stays as it is; one identifier can be written in many ways, and links write it in this one.
    exact: !data && path === pathname && raw.every((one) => encodeURIComponent(decodeURIComponent(one)) === one),
    many: patterns.some((pattern) => pattern.startsWith(":")),
  };
}

const segmentsOf = (path: string): string[] => path.split("/").filter(Boolean);

/**
 * Identifiers and keys tell large letters from small ones.
 * @param pattern `modify`, `:memberId` or `:eventId.ics`
 */
function spellSegment(pattern: string, raw: string, params: Readonly<Record<string, string | undefined>>): string {
  const [, ending] = /^:[\w-]+(.*)$/.exec(pattern) ?? [];
  return ending !== undefined && raw.endsWith(ending) ? raw : generatePath(pattern, params);
}
