/**
 * One spelling of each address. The router takes `/LOGIN`, `/login//` and `/%6Cogin` for `/login`; whatever hangs on an
 * address (limits, headers, the page cache) would have to know all of them, and a way around it would be found.
 */
import { generatePath, matchRoutes, type RouteObject, type ServerBuild } from "react-router";

type Routes = ServerBuild["routes"];

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

/**
 * @param routes of the build
 * @returns what gives the one spelling of the path of a URL: that of its route, with what fills the route's places left
 * as it is (identifiers and keys tell large letters from small ones). A path that no route has stays as it is
 */
export function canonicalPaths(routes: Routes): (pathname: string) => string {
  const tree = childrenOf(undefined, routes);
  const fixed = Object.values(routes).flatMap((route) => (route && !/[:*]/.test(route.path ?? "") ? [route.path] : []));
  // Most of what is asked for, without asking the router, which takes a third of a millisecond.
  const known = new Set(fixed.flatMap((path = "") => [`/${path}`, dataOf(`/${path}`)]));
  return (pathname) => (known.has(pathname) || !isReadable(pathname) ? pathname : spell(tree, pathname));
}

const childrenOf = (parentId: string | undefined, routes: Routes): RouteObject[] =>
  Object.values(routes)
    .filter((route) => route !== undefined && route.parentId === parentId)
    .map((route): RouteObject => {
      const { id = "", index, path } = route ?? {};
      return index ? { id, index, path } : { id, path, children: childrenOf(id, routes) };
    });

const dataOf = (path: string): string => (path === "/" ? "/_.data" : `${path}.data`);

function spell(tree: RouteObject[], pathname: string): string {
  const asked = pathname.replace(DATA, "").replace(/\/{2,}/g, "/");
  const matches = matchRoutes(tree, asked);
  const patterns = segmentsOf(matches?.map(({ route }) => route.path ?? "").join("/") ?? "*");
  if (patterns.includes("*")) return pathname;
  const params = matches?.at(-1)?.params ?? {};
  const raw = segmentsOf(asked);
  const path = `/${patterns.map((pattern, i) => spellSegment(pattern, raw[i] ?? "", params)).join("/")}`;
  return DATA.test(pathname) ? dataOf(path) : path;
}

const segmentsOf = (path: string): string[] => path.split("/").filter(Boolean);

/** @param pattern `modify`, `:membreId` or `:evenementId.ics` */
function spellSegment(pattern: string, raw: string, params: Readonly<Record<string, string | undefined>>): string {
  const [, ending] = /^:[\w-]+(.*)$/.exec(pattern) ?? [];
  return ending !== undefined && raw.endsWith(ending) ? raw : generatePath(pattern, params);
}
