/** The list of members: its URLs and the data that the page gets. */
import { FEE_FILTERS, type FeeState } from "#domain/fees/fee.ts";
import { MEMBER_FILTERS, type MemberFilter } from "#domain/members/member-filter.ts";

export const FILTER_LABELS: Record<MemberFilter, string> = {
  ...{ present: "Membres", minors: "Mineurs", "turning-18": "18 ans cette année" },
  ...{ "no-consent": "Sans papier", "no-address": "Sans adresse", left: "Partis" },
};

/** `search`: a key, never the words. */
export type ListQuery<Filter extends string = string> = {
  readonly search: string;
  readonly filter: Filter;
  readonly page: number;
};

/** @param choices the first one is the default */
export function readListQuery<Filter extends string>(
  params: URLSearchParams,
  choices: readonly [Filter, ...Filter[]],
): ListQuery<Filter> {
  const page = /^[1-9]\d{0,5}$/.exec(params.get("page") ?? "");
  return {
    search: params.get("recherche") ?? "",
    filter: choiceOf(params.get("filtre"), choices),
    page: page ? Number(page[0]) : 1,
  };
}

export const choiceOf = <Choice extends string>(
  name: string | null | undefined,
  choices: readonly [Choice, ...Choice[]],
): Choice => choices.find((choice) => choice === name) ?? choices[0];

/** @param standard the filter that the URL does not name */
function listUrl(path: string, { search, filter, page }: ListQuery, standard: string): string {
  const params = new URLSearchParams();
  if (search) params.set("recherche", search);
  if (filter !== standard) params.set("filtre", filter);
  if (page > 1) params.set("page", String(page));
  return params.size > 0 ? `${path}?${params}` : path;
}

export const registerUrl = (query: ListQuery): string => listUrl("/registre", query, MEMBER_FILTERS[0]);

export const feesUrl = (year: string, query: ListQuery): string =>
  listUrl(`/cotisations/${year}`, query, FEE_FILTERS[0]);

export const MEMBERS_PER_PAGE = 50;

/** What a line of the list says; days are formatted. */
export type MemberLine = {
  readonly id: string;
  readonly name: string;
  readonly place: string;
  readonly age: number | null;
  readonly minor: boolean;
  readonly lacksConsent: boolean;
  readonly lacksAddress: boolean;
  readonly leftOn: string | null;
  /** Of the newest open year; null without one. */
  readonly fee: FeeState | null;
};
