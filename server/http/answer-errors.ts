import type { SiteContext } from "#app/contexts.ts";
import { StoreUnavailable } from "#ports/store-unavailable.ts";
import { ERROR_SENTENCE, errorPage, errorResponse, RETRY_AFTER_S } from "./error-page.ts";
import { QueueOverload } from "./limits/fair-queue.ts";
import type { SiteApp } from "./request-context.ts";

const METHODS = ["GET", "HEAD", "POST"];

const OVERLOAD_SENTENCES = {
  page: "Il y a foule sur le site. Réessayez dans quelques secondes.",
  form: "Il y a foule sur le site. Rien n’a été enregistré\u00a0: revenez en arrière et réessayez dans quelques secondes.",
};

export function handleAppErrors(app: SiteApp, { report }: Pick<SiteContext, "report">): void {
  app.onError((error, c) => {
    if (error instanceof QueueOverload)
      return errorResponse(c, 503, OVERLOAD_SENTENCES[c.req.method === "POST" ? "form" : "page"], {
        "retry-after": String(RETRY_AFTER_S.overload),
      });
    // Log only the first segment of the path, because later segments may contain a token.
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

const UNAVAILABLE_SENTENCE = "Le site n’arrive pas à joindre ses données. Réessayez dans un instant.";

const UNAVAILABLE_HEADERS = { "retry-after": String(RETRY_AFTER_S.error), "cache-control": "no-store" } as const;

type Report = (error: unknown, where: string) => void;

/**
 * For the render of one page. If `report` has received a StoreUnavailable, `answer` turns status 500 into 503. `answer`
 * also replaces React Router's English text by a French page.
 */
export function trackUnavailableStore(report: Report): { report: Report; answer: (response: Response) => Response } {
  let isUnavailable = false;
  return {
    report(error, where) {
      if (error instanceof StoreUnavailable) isUnavailable = true;
      report(error, where);
    },
    answer(response) {
      if (response.status !== 500) return response;
      const status = isUnavailable ? 503 : 500;
      const headers = new Headers(response.headers);
      if (isUnavailable) for (const [name, value] of Object.entries(UNAVAILABLE_HEADERS)) headers.set(name, value);
      if (!headers.get("content-type")?.startsWith("text/plain"))
        return new Response(response.body, { status, headers });
      headers.set("content-type", "text/html; charset=utf-8");
      return new Response(errorPage(isUnavailable ? UNAVAILABLE_SENTENCE : ERROR_SENTENCE), { status, headers });
    },
  };
}
