/** Value of the field `intention` of a list's search form. */
export const SEARCH_INTENTION = "search";

/** Field of the forms that undo what was done to a row. */
export const UNDO_FIELD = "undo";

export type ListQuery<Filter extends string = string> = {
  /** Key of the search words, which a cookie stores (app/session/recent-searches.ts). Empty without a search. */
  readonly search: string;
  readonly filter: Filter;
  readonly page: number;
};

/**
 * Missing and invalid parameters mean no search and page 1.
 * @param choices the filters, the default filter first
 */
export function readListQuery<Filter extends string>(
  params: URLSearchParams,
  choices: readonly Filter[],
): ListQuery<Filter> {
  return {
    search: params.get("recherche") ?? "",
    filter: choiceOrDefault(params.get("filtre"), choices),
    page: pageInQuery(params),
  };
}

/** 1 if the page number is missing or invalid. */
export const pageInQuery = (params: URLSearchParams, name = "page"): number =>
  Number(/^[1-9]\d{0,5}$/.exec(params.get(name) ?? "")?.[0] ?? 1);

/** @returns the first choice for an unknown name */
export const choiceOrDefault = <Choice extends string>(
  name: string | null | undefined,
  choices: readonly Choice[],
): Choice => choices.find((choice) => choice === name) ?? (choices[0] as Choice);

/**
 * @param standard the default filter, which the URL leaves out
 * @param opened the id of the opened entry
 */
export function listUrl(path: string, { search, filter, page }: ListQuery, standard: string, opened?: string): string {
  const params = new URLSearchParams();
  if (search) params.set("recherche", search);
  if (filter !== standard) params.set("filtre", filter);
  if (page > 1) params.set("page", String(page));
  if (opened) params.set("id", opened);
  return params.size > 0 ? `${path}?${params}` : path;
}

/** URL of a page of a list without search and filters. */
export const listPageUrl = (path: string, page: number): string => listUrl(path, { search: "", filter: "", page }, "");
