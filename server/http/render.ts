/** Has React Router answer one request. */
import { createRequestHandler, type RouterContext, RouterContextProvider, type ServerBuild } from "react-router";
import type { RateLimiter, Site } from "#app/contexts.ts";
import type { SiteRoutes } from "#app/route-handle.ts";
import type { Services } from "#usecases/services.ts";
import { reportUnavailable } from "./store-unavailable.ts";

/** The contexts are the bundle's own objects, so entry.server exports them. */
type Build = ServerBuild & {
  entry: {
    module: {
      contexts: {
        nonceContext: RouterContext<string>;
        servicesContext: RouterContext<Services>;
        siteContext: RouterContext<Site>;
        rateLimiterContext: RouterContext<RateLimiter>;
      };
    };
  };
};

export type RenderOptions = {
  services: Services;
  site: Omit<Site, "routes">;
  /** While one works on the site: what gives the present one. React Router prepares the routes of one that stays once. */
  build: ServerBuild | (() => Promise<ServerBuild>);
  routes: () => Promise<SiteRoutes>;
  mode: "production" | "development";
};

/** @param nonce of the inline scripts; empty where their hashes allow them, or nothing forbids them */
export type Render = (
  request: Request,
  nonce: string,
  guard: RateLimiter,
  report?: Site["report"],
) => Promise<Response>;

export function createRender({ services, site, build, routes, mode }: RenderOptions): Render {
  const handler = createRequestHandler(build, mode);
  return async (request, nonce, guard, report = site.report) => {
    const counterpart = typeof build === "function" ? await build() : build;
    const { contexts } = (counterpart as Build).entry.module;
    const context = new RouterContextProvider();
    const away = reportUnavailable(report);
    context.set(contexts.nonceContext, nonce);
    context.set(contexts.servicesContext, services);
    context.set(contexts.siteContext, { ...site, report: away.report, routes: await routes() });
    context.set(contexts.rateLimiterContext, guard);
    return away.answer(await handler(request, context));
  };
}
