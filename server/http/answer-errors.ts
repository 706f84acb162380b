/** Responses to errors, overload, unavailable stores and unsupported methods. */
import type { Site } from "#app/contexts.ts";
import { StoreUnavailable } from "#ports/store-unavailable.ts";
import { ERROR_SENTENCE, errorResponse } from "./error-page.ts";
import { Overload, RETRY_AFTER_S } from "./overload.ts";
import type { App } from "./request-context.ts";
import { UNAVAILABLE_HEADERS, UNAVAILABLE_SENTENCE } from "./store-unavailable.ts";

const METHODS = ["GET", "HEAD", "POST"];

const OVERLOAD_SENTENCES = {
  page: "Il y a foule sur le site. Réessayez dans quelques secondes.",
  form: "Il y a foule sur le site. Rien n’a été enregistré\u00a0: revenez en arrière et réessayez dans quelques secondes.",
};

export function answerErrors(app: App, { report }: Pick<Site, "report">): void {
  app.onError((error, c) => {
    if (error instanceof Overload)
      return errorResponse(c, 503, OVERLOAD_SENTENCES[c.req.method === "POST" ? "form" : "page"], {
        "retry-after": String(RETRY_AFTER_S.overload),
      });
    // Log only the first segment: the others may contain a token.
    report(error, `${c.req.method} /${c.req.path.split("/")[1]}`);
    return error instanceof StoreUnavailable
      ? errorResponse(c, 503, UNAVAILABLE_SENTENCE, UNAVAILABLE_HEADERS)
      : errorResponse(c, 500, ERROR_SENTENCE);
  });
  app.use(async (c, next) => {
    if (METHODS.includes(c.req.method)) return next();
    return errorResponse(c, 405, "Le site ne connaît pas cette façon de demander.", { allow: METHODS.join(", ") });
  });
}
