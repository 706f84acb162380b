/**
 * What somebody of the committee searched for last, kept in a cookie of their own browser: addresses name a search by a
 * key that means nothing, so that no name that was searched for stands in a log, a history or a link that is passed on.
 */
import { SEARCH_MAX } from "#domain/text/search.ts";

type Search = readonly [key: string, words: string];
/** The latest first. */
export type Searches = readonly Search[];

/** Bytes of all of them as JSON; as a cookie they are a good third more, of the 4096 that browsers take. */
const BYTES_MAX = 2_400;

/** More of them do not fit. */
const SEARCHES_MAX = 100;

/** @returns what was typed, as far as it is searched for */
export const searchable = (typed: string): string =>
  [...typed.slice(0, 2 * SEARCH_MAX)].slice(0, SEARCH_MAX).join("").trim();

/** @param words as `searchable` gave them @returns their key, and the searches with them in front; the oldest go */
export function rememberSearch(searches: Searches, words: string): { key: string; searches: Searches } {
  const known = searches.find(([, others]) => others === words);
  const key = known?.[0] ?? crypto.randomUUID().slice(0, 8);
  const kept: Search[] = [[key, words], ...searches.filter((search) => search !== known)];
  while (kept.length > 1 && new TextEncoder().encode(JSON.stringify(kept)).length > BYTES_MAX) kept.pop();
  return { key, searches: kept };
}

/** @returns the words that a key stands for, or null when this browser does not know it */
export const wordsOf = (searches: Searches, key: string): string | null =>
  searches.find(([known]) => known === key)?.[1] ?? null;

/** @param value whatever a cookie held */
export function searchesFrom(value: unknown): Searches {
  if (!Array.isArray(value)) return [];
  const isText = (part: unknown) => typeof part === "string";
  return value
    .slice(0, SEARCHES_MAX)
    .filter((search): search is Search => Array.isArray(search) && search.length === 2 && search.every(isText))
    .map(([key, words]) => [key, searchable(words)]);
}
