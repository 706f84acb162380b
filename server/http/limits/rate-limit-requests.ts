import { errorResponse } from "#server/http/error-page.ts";
import type { App, AppContext } from "#server/http/request-context.ts";
import type { VisitorLimiter } from "./rate-limiter.ts";
import { visitorAddress } from "./visitor-address.ts";

export function rateLimit(app: App, guardOf: (address: string) => VisitorLimiter, trustProxy: number): void {
  app.use(async (c, next) => {
    const socket = c.env?.incoming?.socket?.remoteAddress;
    const guard = guardOf(visitorAddress(socket, c.req.header("x-forwarded-for"), trustProxy));
    c.set("guard", guard);
    const wait = c.get("route").handle.costly || c.req.query("recherche") ? guard.costly() : 0;
    return wait === 0 ? next() : tooManyRequests(c, wait);
  });
}

/** @param wait in seconds */
export const tooManyRequests = (c: AppContext, wait: number) =>
  errorResponse(c, 429, "Trop de demandes d’affilée. Réessayez dans une minute.", { "retry-after": String(wait) });
