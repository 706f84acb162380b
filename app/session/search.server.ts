import { redirect } from "react-router";
import { siteContext } from "#app/contexts.ts";
import { redirectWithToast } from "#app/layout/toasts/redirect-with-toast.server.ts";
import type { FormRequestArgs } from "#app/ui/form/read-form.server.ts";
import type { ListQuery } from "#app/ui/list/list-query.ts";
import { readSearches, searchesCookie } from "./cookies.ts";
import { cutSearchWords, rememberSearch, searchWordsOfKey } from "./recent-searches.ts";

/**
 * The search words go into a cookie, not into the URL.
 * @param urlOf makes the list's URL from the key of the stored search; the key is empty without a search
 */
export async function redirectToSearch(
  { request, context }: FormRequestArgs,
  typed: string,
  urlOf: (key: string) => string,
): Promise<Response> {
  const words = cutSearchWords(typed);
  if (words === "") return redirect(urlOf(""));
  const { key, searches } = rememberSearch(await readSearches(request), words);
  return redirect(urlOf(key), {
    headers: { "set-cookie": await searchesCookie(context.get(siteContext).publicUrl, searches) },
  });
}

/**
 * The URL contains only the key of a search. The words are in the browser's cookie.
 * @returns an empty string if the URL has no key
 * @throws a redirect to the whole list if the cookie lacks the key
 */
export async function searchWordsOfListQuery<Query extends ListQuery>(
  { request, context }: FormRequestArgs,
  query: Query,
  urlOf: (query: Query) => string,
): Promise<string> {
  const words = query.search === "" ? "" : searchWordsOfKey(await readSearches(request), query.search);
  if (words !== null) return words;
  throw await redirectWithToast(context, urlOf({ ...query, search: "" }), "search-forgotten");
}
