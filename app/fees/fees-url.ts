import { type ListQuery, listUrl } from "#app/ui/list/list-query.ts";
import { FEE_FILTERS } from "#domain/fees/fee.ts";

export const feesUrl = (year: string, query: ListQuery): string =>
  listUrl(`/cotisations/${encodeURIComponent(year)}`, query, FEE_FILTERS[0]);

/** @returns days between a bill and its reminder; null to send first bills */
export const reminderDaysInQuery = (text: string | null): number | null =>
  /^\d{1,3}$/.test(text ?? "") ? Number(text) : null;
