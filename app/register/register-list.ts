/** The list of members: its URLs and the data that the page gets. */
import { type ListQuery, listUrl } from "#app/ui/list-query.ts";
import type { Day } from "#domain/dates.ts";
import { FEE_FILTERS, type FeeState } from "#domain/fees/fee.ts";
import { MEMBER_FILTERS, type MemberFilter } from "#domain/members/member-filter.ts";

export { choiceOf, readListQuery } from "#app/ui/list-query.ts";

export const FILTER_LABELS: Record<MemberFilter, string> = {
  ...{ present: "Membres", minors: "Mineurs", "turning-18": "18 ans cette année" },
  ...{ "no-consent": "Sans papier", "no-address": "Sans adresse", left: "Partis" },
};

export const registerUrl = (query: ListQuery): string => listUrl("/registre", query, MEMBER_FILTERS[0]);

export const feesUrl = (year: string, query: ListQuery): string =>
  listUrl(`/cotisations/${year}`, query, FEE_FILTERS[0]);

/** Of the page of an assembly. `present`: at the assembly. */
export const ATTENDANCE_FILTERS = ["members", "present"] as const;

export const assemblyUrl = (day: Day, query: ListQuery): string =>
  listUrl(`/assemblees/${day}`, query, ATTENDANCE_FILTERS[0]);

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
