import { urlOfActionOnSeveral, withActedRows } from "#app/ui/list/acted-rows.ts";
import { type ListQuery, listUrl, readListQuery } from "#app/ui/list/list-query.ts";
import type { UndoGroup } from "#app/ui/list/undo-together.tsx";
import { BIN_RETENTION_DAYS } from "#domain/recycle-bin.ts";
import type { SubmissionType } from "#domain/submission.ts";
import type { InboxListFilter } from "#domain/text/search.ts";

/** Empty in the URL of the list itself, which then shows the new entries if there are any. */
export type ChosenFilter = InboxListFilter | "";

/** `shown`: the filter that applies. */
export type InboxListView = ListQuery<ChosenFilter> & { readonly q: string; readonly shown: InboxListFilter };

type FilterChoice = { readonly filter: InboxListFilter; readonly label: string };

type List = {
  readonly path: string;
  readonly choices: readonly FilterChoice[];
};

export const INBOX_LISTS: Readonly<Record<SubmissionType, List>> = {
  inscription: {
    path: "/inscriptions",
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
    choices: [
      { filter: "tout", label: "Tous" },
      { filter: "nouveau", label: "Nouveaux" },
      { filter: "traite", label: "Traités" },
      { filter: "echec", label: "Échecs d’envoi" },
    ],
  },
};

export const inboxFilters = (type: SubmissionType): ChosenFilter[] => [
  "",
  ...INBOX_LISTS[type].choices.map(({ filter }) => filter),
];

export const readInboxQuery = (params: URLSearchParams, type: SubmissionType): ListQuery<ChosenFilter> =>
  readListQuery(params, inboxFilters(type));

export function inboxUrl(path: string, query: ListQuery, opened?: string): string {
  const filter = query.search !== "" && query.filter === "tout" ? "" : query.filter;
  return listUrl(path, { ...query, filter }, "", opened);
}

/** Without a chosen filter, the list shows the new entries, and a search finds all entries. */
export const shownInboxFilter = (
  { filter, search }: Pick<ListQuery<ChosenFilter>, "filter" | "search">,
  opensOnNew: boolean,
): InboxListFilter => filter || (opensOnNew && search === "" ? "nouveau" : "tout");

/** Maximum length of the reason for a refusal, in characters. */
export const REFUSAL_REASON_MAX = 200;

export const RESEND_ALL_INTENTION = "resend-all";

/** Days are formatted as `05.08.2008`. */
export type InboxListFrame = {
  readonly view: InboxListView;
  readonly pages: number;
  readonly found: number;
  /** Number of all entries, regardless of the search. */
  readonly total: number;
  readonly unhandled: number;
  /** Why mail of the entries on this page was not sent. Empty if no mail is blocked by a setting. */
  readonly unsent: string;
  /** Number of entries whose mail was rejected permanently. */
  readonly refused: number;
  /** A handled entry is deleted after this number of months. */
  readonly months: number;
  /** The list's own URL, which names the rows on which the user has acted. */
  readonly url: string;
  readonly together: UndoGroup | null;
  readonly deletion: { readonly count: number; readonly from: string; readonly to: string } | null;
};

export const retentionNote = ({ months }: Pick<InboxListFrame, "months">, label = "Ensuite"): string =>
  `${label}\u00a0: ${months}\u00a0mois ici, puis ${BIN_RETENTION_DAYS}\u00a0jours dans la corbeille.`;

/** The page that accepts several sign-ups. `ids`: of the ticked sign-ups. */
export const acceptSeveralSignUpsUrl = (ids: readonly string[], query: ListQuery): string =>
  withIds(inboxUrl("/inscriptions/accepter", query), "ids", ids);

/**
 * URL of the page that accepts one sign-up, and then those in `next`. `done`: rows that the list then marks as acted
 * on.
 */
export function acceptOneSignUpUrl(
  [id = "", ...next]: readonly string[],
  query: ListQuery,
  done: readonly string[] = [],
): string {
  const url = withIds(inboxUrl(`/registre/accepter/${encodeURIComponent(id)}`, query), "suite", next);
  return done.length > 0 ? withActedRows(url, done) : url;
}

function withIds(url: string, name: string, ids: readonly string[]): string {
  if (ids.length === 0) return url;
  return `${url}${url.includes("?") ? "&" : "?"}${name}=${ids.map(encodeURIComponent).join(",")}`;
}

/** The distinct ids in a parameter. */
export const idsInQuery = (params: URLSearchParams, name: string): string[] => [
  ...new Set((params.get(name) ?? "").split(",").filter((id) => id !== "")),
];

/** URL of the list after an action on several entries, which one tap undoes together. */
export function inboxUrlAfterAction(type: SubmissionType, query: ListQuery, ids: readonly string[]): string {
  const url = inboxUrl(INBOX_LISTS[type].path, query);
  if (ids.length === 0) return url;
  return withActedRows(ids.length > 1 ? urlOfActionOnSeveral(url) : url, ids);
}
