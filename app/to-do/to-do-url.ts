import { COMMITTEE_START } from "#app/session/safe-redirect.ts";
import { type ListQuery, listUrl } from "#app/ui/list/list-query.ts";

/** `mine`: only the tasks of the signed-in account. */
export const TO_DO_FILTERS = ["all", "mine"] as const;

export type ToDoFilter = (typeof TO_DO_FILTERS)[number];

export const toDoUrl = (query: Pick<ListQuery<ToDoFilter>, "filter" | "page">): string =>
  listUrl(COMMITTEE_START, { ...query, search: "" }, TO_DO_FILTERS[0]);
