/** What is said when something broke, when too many came, and when the store is away; and to what is no way of asking. */
import type { Site } from "#app/contexts.ts";
import { StoreUnavailable } from "#ports/store-unavailable.ts";
import { Overload, RETRY_AFTER_S } from "./overload.ts";
import type { App } from "./request-context.ts";
import { BROKEN, simpleAnswer } from "./simple-page.ts";
import { AWAY, AWAY_HEADERS } from "./store-unavailable.ts";

/** The site has no use for any other method. */
const METHODS = ["GET", "HEAD", "POST"];

const FULL = {
  page: "Il y a foule sur le site. Réessayez dans quelques secondes.",
  form: "Il y a foule sur le site. Rien n’a été enregistré\u00a0: revenez en arrière et réessayez dans quelques secondes.",
};

export function tellFaults(app: App, { report }: Pick<Site, "report">): void {
  app.onError((fault, c) => {
    if (fault instanceof Overload)
      return simpleAnswer(c, 503, FULL[c.req.method === "POST" ? "form" : "page"], {
        "retry-after": String(RETRY_AFTER_S.overload),
      });
    // No more than the first segment: the rest may be a key.
    report(fault, `${c.req.method} /${c.req.path.split("/")[1]}`);
    return fault instanceof StoreUnavailable ? simpleAnswer(c, 503, AWAY, AWAY_HEADERS) : simpleAnswer(c, 500, BROKEN);
  });
  app.use(async (c, next) => {
    if (METHODS.includes(c.req.method)) return next();
    return simpleAnswer(c, 405, "Le site ne connaît pas cette façon de demander.", { allow: METHODS.join(", ") });
  });
}
