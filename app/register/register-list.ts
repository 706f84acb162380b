import { type ListQuery, listUrl } from "#app/ui/list-query.ts";
import type { Day } from "#domain/dates.ts";
import { FEE_FILTERS } from "#domain/fees/fee.ts";
import { MEMBER_FILTERS } from "#domain/members/member.ts";

export const registerUrl = (query: ListQuery): string => listUrl("/registre", query, MEMBER_FILTERS[0]);

export const feesUrl = (year: string, query: ListQuery): string =>
  listUrl(`/cotisations/${encodeURIComponent(year)}`, query, FEE_FILTERS[0]);

export const bankUrl = (page = 1): string => (page > 1 ? `/cotisations/banque?page=${page}` : "/cotisations/banque");

/** @returns days between a bill and its reminder; null to send first bills */
export const daysIn = (text: string | null): number | null => (/^\d{1,3}$/.test(text ?? "") ? Number(text) : null);

export const ATTENDANCE_FILTERS = ["members", "present"] as const;

export const assemblyUrl = (day: Day, query: ListQuery): string =>
  listUrl(`/assemblees/${day}`, query, ATTENDANCE_FILTERS[0]);
