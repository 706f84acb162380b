import { type ListQuery, listUrl, readListQuery } from "#app/ui/list/list-query.ts";
import { BIN_DAYS } from "#domain/recycle-bin.ts";
import type { SubmissionType } from "#domain/submission.ts";
import type { Filter } from "#domain/text/search.ts";

/** Empty in the URL of the list itself, which opens on the new entries if there are any. */
export type ChosenFilter = Filter | "";

/** `shown`: the filter that applies. */
export type ListView = ListQuery<ChosenFilter> & { readonly q: string; readonly shown: Filter };

type FilterChoice = { readonly filter: Filter; readonly label: string };

type List = {
  readonly path: string;
  readonly anchor: string;
  readonly choices: readonly FilterChoice[];
};

export const INBOX_LISTS: Readonly<Record<SubmissionType, List>> = {
  inscription: {
    path: "/inscriptions",
    anchor: "visee",
    choices: [
      { filter: "tout", label: "Toutes" },
      { filter: "nouveau", label: "Nouvelles" },
      { filter: "traite", label: "Traitées" },
      { filter: "mineur", label: "Moins de 18 ans" },
      { filter: "echec", label: "Échecs d’envoi" },
    ],
  },
  message: {
    path: "/messages",
    anchor: "lettre",
    choices: [
      { filter: "tout", label: "Tous" },
      { filter: "nouveau", label: "Nouveaux" },
      { filter: "traite", label: "Traités" },
      { filter: "echec", label: "Échecs d’envoi" },
    ],
  },
};

export const filtersOf = (type: SubmissionType): ChosenFilter[] => [
  "",
  ...INBOX_LISTS[type].choices.map(({ filter }) => filter),
];

export const readInboxQuery = (params: URLSearchParams, type: SubmissionType): ListQuery<ChosenFilter> =>
  readListQuery(params, filtersOf(type));

export function inboxUrl(path: string, query: ListQuery, opened?: string): string {
  const filter = query.search !== "" && query.filter === "tout" ? "" : query.filter;
  return listUrl(path, { ...query, filter }, "", opened);
}

/** Without a chosen filter, the list shows the new entries, and a search finds all entries. */
export const shownFilter = (
  { filter, search }: Pick<ListQuery<ChosenFilter>, "filter" | "search">,
  opensOnNew: boolean,
): Filter => filter || (opensOnNew && search === "" ? "nouveau" : "tout");

/** In characters. */
export const REASON_MAX = 200;

export const RESEND_ALL = "resend-all";

/** Days are formatted as `05.08.2008`. */
export type ListFrame = {
  readonly view: ListView;
  readonly pages: number;
  readonly found: number;
  /** Number of all entries, whatever the search. */
  readonly total: number;
  readonly unhandled: number;
  /** Number of entries whose mail was rejected permanently. */
  readonly refused: number;
  /** A handled entry is deleted after this number of months. */
  readonly months: number;
  readonly deletion: { readonly count: number; readonly from: string; readonly to: string } | null;
};

export const retentionNote = ({ months }: Pick<ListFrame, "months">, label = "Ensuite"): string =>
  `${label}\u00a0: ${months}\u00a0mois ici, puis ${BIN_DAYS}\u00a0jours dans la corbeille.`;

/** The page that accepts several sign-ups. `ids`: of the ticked sign-ups. */
export const acceptUrl = (ids: readonly string[], query: ListQuery): string =>
  withIds(inboxUrl("/inscriptions/accepter", query), { ids });

/** The page that accepts one sign-up, and then the `next` ones. `kept`: rows that the list then keeps. */
export const acceptOneUrl = (
  [id = "", ...next]: readonly string[],
  query: ListQuery,
  kept: readonly string[] = [],
): string => withIds(inboxUrl(`/registre/accepter/${id}`, query), { suite: next, gardees: kept });

function withIds(url: string, lists: Readonly<Record<string, readonly string[]>>): string {
  const params = Object.entries(lists).filter(([, ids]) => ids.length > 0);
  const added = params.map(([name, ids]) => `${name}=${ids.map(encodeURIComponent).join(",")}`).join("&");
  return added === "" ? url : `${url}${url.includes("?") ? "&" : "?"}${added}`;
}

/** The list with rows that were acted on. */
export const keptUrl = (type: SubmissionType, query: ListQuery, kept: readonly string[]): string =>
  withIds(inboxUrl(INBOX_LISTS[type].path, query), { gardees: kept });

/** The ids in a parameter, each once. */
export const idsIn = (params: URLSearchParams, name: string): string[] => [
  ...new Set((params.get(name) ?? "").split(",").filter((id) => id !== "")),
];
