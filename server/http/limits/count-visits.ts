/** Looks who asks, and has them wait who ask too often for what is made anew each time. */
import type { App, AppContext } from "#server/http/request-context.ts";
import { simpleAnswer } from "#server/http/simple-page.ts";
import type { VisitorGuard } from "./guard.ts";
import { visitorAddress } from "./visitor-address.ts";

export function countVisits(app: App, guardOf: (address: string) => VisitorGuard, trustProxy: number): void {
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
  simpleAnswer(c, 429, "Trop de demandes d’affilée. Réessayez dans une minute.", { "retry-after": String(wait) });
