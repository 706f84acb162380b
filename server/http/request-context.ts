/** What one request carries through the site's middleware. */
import type { Context, Hono } from "hono";
import type { SiteRoute } from "#app/route-handle.ts";
import type { VisitorLimiter } from "./limits/rate-limiter.ts";

type Env = {
  /** Node's request; absent in tests that talk to the site without a socket. */
  Bindings: { incoming?: { socket?: { remoteAddress?: string | undefined } } };
  Variables: {
    route: SiteRoute;
    guard: VisitorLimiter;
    /** What a form sent, once it was read. */
    sent: Uint8Array | undefined;
  };
};

export type App = Hono<Env>;
export type AppContext = Context<Env>;
