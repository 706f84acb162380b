/** How the site answers when it could not: in words and, while a store is away, with a status that says that it passes. */
import { StoreUnavailable } from "#ports/store-unavailable.ts";
import { ERROR_SENTENCE, errorPage } from "./error-page.ts";
import { RETRY_AFTER_S } from "./overload.ts";

export const UNAVAILABLE_SENTENCE = "Le site n’arrive pas à joindre ses données. Réessayez dans un instant.";

export const UNAVAILABLE_HEADERS = { "retry-after": String(RETRY_AFTER_S.error), "cache-control": "no-store" } as const;

type Report = (error: unknown, where: string) => void;

/**
 * Watches one rendering.
 * @param report hears everything that `report` of the result hears
 * @returns `answer`, which makes an error of the site's own (500) the passing one that it is when a store was away; pages
 * and data keep their words, and what would be a file gets a page in place of the framework's English
 */
export function reportUnavailable(report: Report): { report: Report; answer: (response: Response) => Response } {
  let away = false;
  return {
    report(error, where) {
      if (error instanceof StoreUnavailable) away = true;
      report(error, where);
    },
    answer(response) {
      if (response.status !== 500) return response;
      const status = away ? 503 : 500;
      const headers = new Headers(response.headers);
      if (away) for (const [name, value] of Object.entries(UNAVAILABLE_HEADERS)) headers.set(name, value);
      if (!headers.get("content-type")?.startsWith("text/plain"))
        return new Response(response.body, { status, headers });
      headers.set("content-type", "text/html; charset=utf-8");
      return new Response(errorPage(away ? UNAVAILABLE_SENTENCE : ERROR_SENTENCE), { status, headers });
    },
  };
}
