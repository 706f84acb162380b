/** Searches whose words are in a cookie, and whose key is in the address (recent-searches.ts). */
import { redirect } from "react-router";
import { siteContext } from "#app/contexts.ts";
import type { Args } from "#app/ui/form/read-form.server.ts";
import { readSearches, saveSearches } from "./cookies.ts";
import { rememberSearch, searchable, wordsOf } from "./recent-searches.ts";

/** @param urlOf the list with a search; an empty key for none */
export async function redirectToSearch(
  { request, context }: Args,
  typed: string,
  urlOf: (key: string) => string,
): Promise<Response> {
  const words = searchable(typed);
  if (words === "") return redirect(urlOf(""));
  const { key, searches } = rememberSearch(await readSearches(request), words);
  return redirect(urlOf(key), {
    headers: { "set-cookie": await saveSearches(context.get(siteContext).publicUrl, searches) },
  });
}

/** @returns the words of a search, empty for no key; null if the cookie does not have the key any more */
export const searchedWords = async (request: Request, key: string): Promise<string | null> =>
  key === "" ? "" : wordsOf(await readSearches(request), key);
