import { type ListQuery, listUrl, readListQuery } from "#app/ui/list/list-query.ts";
import { BIN_DAYS } from "#domain/recycle-bin.ts";
import type { SubmissionType } from "#domain/submission.ts";
import type { Filter } from "#domain/text/search.ts";

export type ListView = ListQuery<Filter> & { readonly q: string };

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
      { filter: "mineur", label: "Mineurs" },
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

export const filtersOf = (type: SubmissionType): Filter[] => INBOX_LISTS[type].choices.map(({ filter }) => filter);

export const readInboxQuery = (params: URLSearchParams, type: SubmissionType): ListQuery<Filter> =>
  readListQuery(params, filtersOf(type));

export const inboxUrl = (path: string, query: ListQuery, opened?: string): string =>
  listUrl(path, query, "tout", opened);

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
  /** Why mail of the entries on this page has not left. Empty if none waits for a setting. */
  readonly unsent: string;
  /** Number of entries whose mail was rejected permanently. */
  readonly refused: number;
  /** A handled entry is deleted after this number of months. */
  readonly months: number;
  readonly deletion: { readonly count: number; readonly from: string; readonly to: string } | null;
};

export const retentionNote = ({ months }: Pick<ListFrame, "months">, label = "Ensuite"): string =>
  `${label}\u00a0: ${months}\u00a0mois ici, puis ${BIN_DAYS}\u00a0jours dans la corbeille.`;
