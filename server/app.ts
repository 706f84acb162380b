/** Builds the Hono app. Keep the order of the middleware: later steps read values that earlier steps set. */
import { Hono } from "hono";
import { compress } from "hono/compress";
import type { ServerBuild } from "react-router";
import type { SiteContext } from "#app/contexts.ts";
import type { SiteRoutes } from "#app/route-handle.ts";
import { canonicalRedirect } from "#server/http/site-routes.ts";
import type { Services } from "#usecases/services.ts";
import { UP_HEALTH_PATH } from "./container/take-over-queue.ts";
import { handleAppErrors } from "./http/answer-errors.ts";
import { tooManyRequests } from "./http/error-page.ts";
import { serveHealth } from "./http/health.ts";
import { createRateLimiter, type VisitorRateLimiter } from "./http/limits/rate-limiter.ts";
import { visitorIpAddress } from "./http/limits/visitor-address.ts";
import type { PageCache } from "./http/page-cache.ts";
import { createPageHandler, UNMATCHED_PATH } from "./http/pages.ts";
import { receivePosts } from "./http/receive-posts.ts";
import type { SiteApp } from "./http/request-context.ts";
import { serveRouteDiscovery } from "./http/route-discovery.ts";
import { addSecurityHeaders, type PublicHost } from "./http/security-headers.ts";
import { siteRoutes } from "./http/site-routes.ts";
import { type ReadPictureFile, serveBuildFiles, servePictures } from "./http/static-files.ts";

type Options = {
  services: Services;
  site: Omit<SiteContext, "behindProxy" | "routes" | "expireAt"> & PublicHost;
  isHealthy: () => boolean | Promise<boolean>;
  readPictureFile: ReadPictureFile;
  /** A function in development, where the build changes while the server runs. */
  build: ServerBuild | (() => Promise<ServerBuild>);
  mode: "production" | "development";
  cache?: PageCache;
  /** Folder of the client build. Absent in development, where Vite serves these files. */
  assets?: string;
  trustProxy: number;
  bodyTimeoutMs?: number;
  limiterFor?: (address: string) => VisitorRateLimiter;
};

export function createApp(options: Options): SiteApp {
  const {
    services,
    isHealthy,
    readPictureFile,
    mode,
    cache,
    assets,
    trustProxy,
    limiterFor = createRateLimiter(),
  } = options;
  const { hstsSubdomains, ...own } = options.site;
  const site = { ...own, behindProxy: trustProxy > 0 };
  const { publicUrl } = site;
  const app: SiteApp = new Hono();
  const { build } = options;
  const getBuild = async () => (typeof build === "function" ? build() : build);
  const routes = async () => routesOf(await getBuild(), app);

  app.use(addSecurityHeaders({ publicUrl, hstsSubdomains }, mode === "production"));
  handleAppErrors(app, site);
  serveHealth(app, services, isHealthy);
  if (assets) serveBuildFiles(app, assets);
  servePictures(app, readPictureFile);
  canonicalRedirect(app, routes);
  rateLimit(app, limiterFor, trustProxy);
  receivePosts(app, { services, site, formMs: options.bodyTimeoutMs });
  if (mode === "production") app.use(compress());
  serveRouteDiscovery(app, getBuild);
  app.all("*", createPageHandler({ services, site, build, routes, mode, cache, limiterFor }));
  return app;
}

const routesByBuild = new WeakMap<ServerBuild, SiteRoutes>();

function routesOf(build: ServerBuild, app: SiteApp): SiteRoutes {
  const paths = [...app.routes.map(({ path }) => path), UP_HEALTH_PATH, UNMATCHED_PATH];
  const read = routesByBuild.get(build) ?? siteRoutes(build.routes, paths);
  routesByBuild.set(build, read);
  return read;
}

function rateLimit(app: SiteApp, limiterFor: (address: string) => VisitorRateLimiter, trustProxy: number): void {
  app.use(async (c, next) => {
    const socket = c.env?.incoming?.socket?.remoteAddress;
    const limiter = limiterFor(visitorIpAddress(socket, c.req.header("x-forwarded-for"), trustProxy));
    c.set("limiter", limiter);
    const wait = c.get("route").handle.costly || c.req.query("recherche") ? limiter.costly() : 0;
    return wait === 0 ? next() : tooManyRequests(c, wait);
  });
}
