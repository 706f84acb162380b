/** How the site answers while a store is away: in words, with a status that says that it passes, kept by nobody. */
import { StoreAway } from "#ports/store-away.ts";
import { RETRY_AFTER_S } from "./overload.ts";
import { simplePage } from "./simple-page.ts";

export const AWAY = "Le site n’arrive pas à joindre ses données. Réessayez dans un instant.";

export const AWAY_HEADERS = { "retry-after": String(RETRY_AFTER_S.panne), "cache-control": "no-store" } as const;

type Signaler = (panne: unknown, ou: string) => void;

/**
 * Watches one rendering.
 * @param signaler hears everything that `signaler` of the result hears
 * @returns `answer`, which makes a fault of the site's own (500) the passing one that it is when a store was away; pages
 * and data keep their words, and files get a page in place of the framework's English
 */
export function watchAway(signaler: Signaler): { signaler: Signaler; answer: (response: Response) => Response } {
  let away = false;
  return {
    signaler(panne, ou) {
      if (panne instanceof StoreAway) away = true;
      signaler(panne, ou);
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
