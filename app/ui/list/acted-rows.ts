/**
 * After an action, a row stays where it was tapped: a second tap must not hit the next person. The URL of the list
 * names these rows in the parameter `fait`, also without JavaScript. They stay until the list is opened again by a
 * link, a filter, a search or the pager, whose URLs name no rows.
 */
import { useState } from "react";
import { useLocation, useNavigation } from "react-router";
import { ROWS_PER_PAGE } from "#domain/paging.ts";

const FIELD = "fait";

/** Ids of the rows on which the user has acted. */
export const actedRows = (params: URLSearchParams): string[] =>
  params.getAll(FIELD).filter(Boolean).slice(-ROWS_PER_PAGE);

/** Whether the user has acted on rows since the list was opened. */
export const hasActedRows = (params: URLSearchParams): boolean => params.has(FIELD);

const TOGETHER = "ensemble";

/** Whether the URL is that of a list after an action on several entries. */
export const isActionOnSeveral = (params: URLSearchParams): boolean => params.has(TOGETHER);

export function urlOfActionOnSeveral(url: string): string {
  const [path = "", search = ""] = url.split("?");
  const params = new URLSearchParams(search);
  params.set(TOGETHER, "1");
  return `${path}?${params}`;
}

/** HTML id of a row. Without JavaScript, the response to an action scrolls to it. */
export const rowId = (id: string): string => `ligne-${id}`;

/**
 * The URL of a list on whose rows `ids` the user has acted.
 * @param url path and search
 */
export function withActedRows(url: string, ids: Iterable<string>): string {
  const [path = "", search = ""] = url.split("?");
  const params = new URLSearchParams(search);
  params.delete(FIELD);
  // Add an empty value, so that the URL shows that the list was not opened again, even without rows.
  for (const id of new Set(["", ...ids])) params.append(FIELD, id);
  return `${path}?${params}`;
}

/** The URL after an action on these rows. After an undo, a row shows its actions again. */
export function urlAfterAction(
  { pathname, search, searchParams }: URL,
  ids: readonly string[],
  isUndo = false,
): string {
  const acted = actedRows(searchParams);
  const now = isUndo ? acted.filter((id) => !ids.includes(id)) : [...acted, ...ids];
  return withActedRows(pathname + search, now);
}

type Acted = {
  /**
   * The URL to which the forms of the rows are sent: the list's URL with the ids of the acted rows. It includes rows
   * whose action is still being sent, so that it equals the URL after the response.
   */
  readonly url: string;
  /** Whether an action on this row is being sent. */
  readonly isSending: (id: string) => boolean;
};

/** @param url path and search of the list as it is shown */
export function useActedRows(url: string): Acted {
  const { formMethod, formAction, formData } = useNavigation();
  const [path, search] = formAction?.split("?") ?? [];
  if (formMethod !== "POST" || !formData || path !== url.split("?")[0]) return { url, isSending: () => false };
  const sent = new Set(formData.getAll("id").flatMap((value) => String(value).split(" ")));
  const before = actedRows(new URLSearchParams(search));
  return { url: withActedRows(url, [...before, ...sent]), isSending: (id) => sent.has(id) };
}

type Row = { readonly id: string };

/**
 * Keeps the rows as they were when the list was opened. If others act on the same list, rows change, but no row
 * disappears or moves.
 */
export function useSteadyRows<One extends Row>(rows: readonly One[]): readonly One[] {
  const { key, pathname, search } = useLocation();
  const params = new URLSearchParams(search);
  const continued = hasActedRows(params);
  params.delete(FIELD);
  const opened = `${pathname}?${params}`;
  const [steady, setSteady] = useState({ from: rows, rows, key, opened });
  if (steady.from === rows) return steady.rows;
  const isSame = steady.opened === opened && (continued || steady.key === key);
  const now = new Map(rows.map((row) => [row.id, row]));
  const next = isSame ? steady.rows.map((row) => now.get(row.id) ?? row) : rows;
  setSteady({ from: rows, rows: next, key, opened });
  return next;
}
