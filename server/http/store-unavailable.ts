/** Responses while a store is unavailable: 503 with Retry-After. */
import { StoreUnavailable } from "#ports/store-unavailable.ts";
import { ERROR_SENTENCE, errorPage } from "./error-page.ts";
import { RETRY_AFTER_S } from "./overload.ts";

export const UNAVAILABLE_SENTENCE = "Le site n’arrive pas à joindre ses données. Réessayez dans un instant.";

export const UNAVAILABLE_HEADERS = { "retry-after": String(RETRY_AFTER_S.error), "cache-control": "no-store" } as const;

type Report = (error: unknown, where: string) => void;

/**
 * Wraps one render. `answer` turns a 500 into a 503 if a store was unavailable, and replaces the router's English text.
 */
export function reportUnavailable(report: Report): { report: Report; answer: (response: Response) => Response } {
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
