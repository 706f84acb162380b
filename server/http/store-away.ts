/** How the site answers while a store is away: in words, with a status that says that it passes, kept by nobody. */
import { StoreAway } from "#ports/store-away.ts";
import { RETRY_AFTER_S } from "./overload.ts";
import { simplePage } from "./simple-page.ts";

export const AWAY = "Le site n’arrive pas à joindre ses données. Réessayez dans un instant.";

export const AWAY_HEADERS = { "retry-after": String(RETRY_AFTER_S.fault), "cache-control": "no-store" } as const;

type Report = (fault: unknown, where: string) => void;

/**
 * Watches one rendering.
 * @param report hears everything that `report` of the result hears
 * @returns `answer`, which makes a fault of the site's own (500) the passing one that it is when a store was away; pages
 * and data keep their words, and files get a page in place of the framework's English
 */
export function watchAway(report: Report): { report: Report; answer: (response: Response) => Response } {
  let away = false;
  return {
    report(fault, where) {
      if (fault instanceof StoreAway) away = true;
      report(fault, where);
    },
    answer(response) {
      if (!away || response.status !== 500) return response;
      const headers = new Headers(response.headers);
      for (const [name, value] of Object.entries(AWAY_HEADERS)) headers.set(name, value);
      if (!headers.get("content-type")?.startsWith("text/plain"))
        return new Response(response.body, { status: 503, headers });
      headers.set("content-type", "text/html; charset=utf-8");
      return new Response(simplePage(AWAY), { status: 503, headers });
    },
  };
}
