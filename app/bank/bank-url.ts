import { rowId } from "#app/ui/list/acted-rows.ts";
import { listPageUrl } from "#app/ui/list/list-query.ts";
import type { PaymentList } from "#domain/bank/payment-list.ts";

export const bankUrl = (page = 1): string => listPageUrl("/cotisations/banque", page);

/**
 * @param row id from `paymentRowId`
 * @param search key of the search words (app/session/recent-searches.ts); empty without a search
 */
export function bankPaymentUrl(payment: string, row = payment, search = ""): string {
  const hash = rowId(encodeURIComponent(row));
  return `/cotisations/banque?paiement=${encodeURIComponent(payment)}${search && `&recherche=${search}`}#${hash}`;
}

const PREFIXES: Record<PaymentList, string> = { open: "", waiting: "attente.", ofYear: "annee." };

/** The id of a payment's row: the page may show a payment in several lists. */
export const paymentRowId = (list: PaymentList, payment: string): string => PREFIXES[list] + payment;

/** @param rows ids from `paymentRowId` @returns ids of payments */
export const paymentIdsOfRows = (list: PaymentList, rows: readonly string[]): string[] =>
  rows.filter((row) => (/^\w+\./.exec(row)?.[0] ?? "") === PREFIXES[list]).map((row) => row.split(".").at(-1) ?? "");
