import type { Context, Hono } from "hono";
import type { SiteRoute } from "#app/route-handle.ts";
import type { VisitorRateLimiter } from "./limits/rate-limiter.ts";

type Env = {
  /** `incoming`: Node's request; absent in tests without a socket. */
  Bindings: { incoming?: { socket?: { remoteAddress?: string | undefined } } };
  Variables: {
    route: SiteRoute;
    limiter: VisitorRateLimiter;
    sent: Uint8Array | undefined;
  };
};

export type SiteApp = Hono<Env>;
export type AppContext = Context<Env>;
