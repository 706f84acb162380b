import { randomBytes } from "node:crypto";
import { createRequestHandler, type RouterContext, RouterContextProvider, type ServerBuild } from "react-router";
import type { RateLimiter, SiteContext } from "#app/contexts.ts";
import type { SiteRoutes } from "#app/route-handle.ts";
import type { Services } from "#usecases/services.ts";
import { trackUnavailableStore } from "./answer-errors.ts";
import { cspWithNonce } from "./content-security-policy.ts";
import { errorResponse, RETRY_AFTER_S } from "./error-page.ts";
import type { VisitorRateLimiter } from "./limits/rate-limiter.ts";
import type { PageCache, RenderedPage } from "./page-cache.ts";
import type { AppContext } from "./request-context.ts";
import { isReadablePath, routeHeaders } from "./site-routes.ts";

type Options = {
  services: Services;
  site: Omit<SiteContext, "routes" | "expireAt">;
  build: ServerBuild | (() => Promise<ServerBuild>);
  routes: () => Promise<SiteRoutes>;
  mode: "production" | "development";
  cache: PageCache | undefined;
  limiterFor: (address: string) => VisitorRateLimiter;
};

const createNonce = (): string => randomBytes(16).toString("base64");

/** React Router renders « Page introuvable » for this path. */
export const UNMATCHED_PATH = "/introuvable";

export function createPageHandler(options: Options) {
  const { site, mode, cache, limiterFor } = options;
  const render = createRender(options);

  /** Do not pass on data of the visitor's request, because all visitors get this page. */
  async function renderShared(path: string): Promise<RenderedPage> {
    let errors = 0;
    let expires = Number.POSITIVE_INFINITY;
    const report: SiteContext["report"] = (error, where) => {
      if (error !== null) errors++;
      site.report(error, where);
    };
    const expireAt: SiteContext["expireAt"] = (instant) => {
      expires = Math.min(expires, instant.getTime());
    };
    const nonce = createNonce();
    const response = await render(new Request(site.publicUrl + path), nonce, limiterFor(""), report, expireAt);
    return { response, nonce, isComplete: errors === 0 && response.status < 500, expires };
  }

  return async (c: AppContext): Promise<Response> => {
    const { method } = c.req;
    const { path, handle, exact, many } = c.get("route");
    const limiter = c.get("limiter");
    if (handle.cached && exact && cache?.isCacheable(method, c.req.header("cookie"))) {
      const dependsOn = { sources: handle.cached, many };
      // A route with parameters has unlimited paths, so limit its renders per visitor.
      const renderFresh = () => (many ? limiter.runQueued("read", () => renderShared(path)) : renderShared(path));
      const cached = await cache.fill(path, c.req.header("accept-encoding"), renderFresh, dependsOn);
      return finish(c, method === "HEAD" ? new Response(null, cached) : cached, "");
    }
    const nonce = mode === "production" ? createNonce() : "";
    const kind = method === "POST" ? "write" : "read";
    const response = await limiter.runQueued(kind, () => render(routerRequest(c, site.publicUrl), nonce, limiter));
    if (method === "POST") await cache?.waitUntilFresh();
    return finish(c, response, nonce);
  };
}

/** React Router compares context keys by identity, so use the keys that the build exports. */
type Build = ServerBuild & {
  entry: {
    module: {
      contexts: {
        nonceContext: RouterContext<string>;
        servicesContext: RouterContext<Services>;
        siteContext: RouterContext<SiteContext>;
        rateLimiterContext: RouterContext<RateLimiter>;
      };
    };
  };
};

type Render = (
  request: Request,
  nonce: string,
  limiter: RateLimiter,
  report?: SiteContext["report"],
  expireAt?: SiteContext["expireAt"],
) => Promise<Response>;

function createRender({ services, site, build, routes, mode }: Options): Render {
  const handler = createRequestHandler(build, mode);
  return async (request, nonce, limiter, report = site.report, expireAt = () => {}) => {
    const currentBuild = typeof build === "function" ? await build() : build;
    const { contexts } = (currentBuild as Build).entry.module;
    const context = new RouterContextProvider();
    const unavailable = trackUnavailableStore(report);
    context.set(contexts.nonceContext, nonce);
    context.set(contexts.servicesContext, services);
    context.set(contexts.siteContext, { ...site, report: unavailable.report, expireAt, routes: await routes() });
    context.set(contexts.rateLimiterContext, limiter);
    return unavailable.answer(await handler(request, context));
  };
}

/** Omits the `Origin` header, because the site has checked this header already. */
function routerRequest(c: AppContext, publicUrl: string): Request {
  const { pathname, search } = new URL(c.req.url);
  const headers = new Headers(c.req.raw.headers);
  headers.delete("origin");
  const { method, signal } = c.req.raw;
  const sent = c.get("sent");
  const body = sent && { body: streamOf(sent), duplex: "half" };
  const address = publicUrl + (isReadablePath(pathname) ? pathname : UNMATCHED_PATH) + search;
  return new Request(address, { method, headers, signal, ...body });
}

/** Wraps bytes in a stream, because `Request` would copy a buffer. */
const streamOf = (bytes: Uint8Array): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start(out) {
      out.enqueue(bytes);
      out.close();
    },
  });

function finish(c: AppContext, response: Response, nonce: string): Response | Promise<Response> {
  // Replace React Router's response: its text is English and names source files.
  if (response.status === 405)
    return errorResponse(c, 405, "Cette page ne reçoit aucun formulaire.", { allow: "GET, HEAD" });
  const headers = new Headers(response.headers);
  if (response.status === 429) headers.set("retry-after", String(c.get("limiter").wait()));
  if (response.status === 503) headers.set("retry-after", String(RETRY_AFTER_S.error));
  if (!headers.has("cache-control")) headers.set("cache-control", "private, no-store");
  for (const [name, value] of Object.entries(routeHeaders(c.get("route").handle))) headers.set(name, value);
  const framed = c.get("route").handle.text !== undefined && c.req.header("sec-fetch-dest") === "iframe";
  if (nonce !== "" && headers.get("content-type")?.startsWith("text/html"))
    headers.set("content-security-policy", cspWithNonce(nonce, framed));
  return new Response(response.body, { status: response.status, headers });
}
