/**
 * A cookie stores the recent searches. URLs contain a random key in place of the search words. A searched name must not
 * get into a log, the browser's history or a shared link.
 */
import { SEARCH_MAX } from "#domain/text/search.ts";

type Search = readonly [key: string, words: string];
/** The latest searches of this browser, newest first. */
export type RecentSearches = readonly Search[];

/** Maximum size of the JSON. The encoded cookie is over a third larger. Browsers accept 4096 bytes. */
const BYTES_MAX = 2_400;

const SEARCHES_MAX = 100;

export const cutSearchWords = (typed: string): string =>
  [...typed.slice(0, 2 * SEARCH_MAX)].slice(0, SEARCH_MAX).join("").trim();

/** @returns the key of the search, and the latest searches that fit in `BYTES_MAX` */
export function rememberSearch(searches: RecentSearches, words: string): { key: string; searches: RecentSearches } {
  const existing = searches.find(([, saved]) => saved === words);
  const key = existing?.[0] ?? crypto.randomUUID().slice(0, 8);
  const updated: Search[] = [[key, words], ...searches.filter((search) => search !== existing)];
  while (updated.length > 1 && new TextEncoder().encode(JSON.stringify(updated)).length > BYTES_MAX) updated.pop();
  return { key, searches: updated };
}

/** @returns null if the cookie has no such key */
export const searchWordsOfKey = (searches: RecentSearches, key: string): string | null =>
  searches.find(([saved]) => saved === key)?.[1] ?? null;

/** The cookie is untrusted: invalid entries are dropped. */
export function parseRecentSearches(value: unknown): RecentSearches {
  if (!Array.isArray(value)) return [];
  const isText = (part: unknown) => typeof part === "string";
  return value
    .slice(0, SEARCHES_MAX)
    .filter((search): search is Search => Array.isArray(search) && search.length === 2 && search.every(isText))
    .map(([key, words]) => [key, cutSearchWords(words)]);
}
