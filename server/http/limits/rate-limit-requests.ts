import { errorResponse } from "#server/http/error-page.ts";
import type { App, AppContext } from "#server/http/request-context.ts";
import type { VisitorLimiter } from "./rate-limiter.ts";
import { visitorAddress } from "./visitor-address.ts";

export function rateLimit(app: App, limiterFor: (address: string) => VisitorLimiter, trustProxy: number): void {
  app.use(async (c, next) => {
    const socket = c.env?.incoming?.socket?.remoteAddress;
    const limiter = limiterFor(visitorAddress(socket, c.req.header("x-forwarded-for"), trustProxy));
    c.set("limiter", limiter);
    const wait = c.get("route").handle.costly || c.req.query("recherche") ? limiter.costly() : 0;
    return wait === 0 ? next() : tooManyRequests(c, wait);
  });
}

/** @param wait seconds until the next request is allowed */
export const tooManyRequests = (c: AppContext, wait: number) =>
  errorResponse(c, 429, "Trop de demandes d’affilée. Réessayez dans une minute.", { "retry-after": String(wait) });
