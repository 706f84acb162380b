import { createRequestHandler, type RouterContext, RouterContextProvider, type ServerBuild } from "react-router";
import type { RateLimiter, Site } from "#app/contexts.ts";
import type { SiteRoutes } from "#app/route-handle.ts";
import type { Services } from "#usecases/services.ts";
import { reportUnavailable } from "./answer-errors.ts";

/** React Router compares context keys by identity, so use the keys that the build exports. */
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
  site: Omit<Site, "routes" | "expireAt">;
  build: ServerBuild | (() => Promise<ServerBuild>);
  routes: () => Promise<SiteRoutes>;
  mode: "production" | "development";
};

export type Render = (
  request: Request,
  nonce: string,
  limiter: RateLimiter,
  report?: Site["report"],
  expireAt?: Site["expireAt"],
) => Promise<Response>;

export function createRender({ services, site, build, routes, mode }: RenderOptions): Render {
  const handler = createRequestHandler(build, mode);
  return async (request, nonce, limiter, report = site.report, expireAt = () => {}) => {
    const currentBuild = typeof build === "function" ? await build() : build;
    const { contexts } = (currentBuild as Build).entry.module;
    const context = new RouterContextProvider();
    const unavailable = reportUnavailable(report);
    context.set(contexts.nonceContext, nonce);
    context.set(contexts.servicesContext, services);
    context.set(contexts.siteContext, { ...site, report: unavailable.report, expireAt, routes: await routes() });
    context.set(contexts.rateLimiterContext, limiter);
    return unavailable.answer(await handler(request, context));
  };
}
