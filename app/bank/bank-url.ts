import { rowId } from "#app/ui/list/acted-rows.ts";
import { pageUrl } from "#app/ui/list/list-query.ts";
import type { PaymentList } from "#domain/bank/payment-list.ts";

export const bankUrl = (page = 1): string => pageUrl("/cotisations/banque", page);

/**
 * @param row id from `paymentRow`
 * @param search key of the search words (session/recent-searches.ts); empty without a search
 */
export function paymentUrl(payment: string, row = payment, search = ""): string {
  const hash = rowId(encodeURIComponent(row));
  return `/cotisations/banque?paiement=${encodeURIComponent(payment)}${search && `&recherche=${search}`}#${hash}`;
}

const PREFIXES: Record<PaymentList, string> = { open: "", waiting: "attente.", ofYear: "annee." };

/** The id of a payment's row: the page may show a payment in several lists. */
export const paymentRow = (list: PaymentList, payment: string): string => PREFIXES[list] + payment;

/** @param rows ids from `paymentRow` @returns ids of payments */
export const paymentsIn = (list: PaymentList, rows: readonly string[]): string[] =>
  rows.filter((row) => (/^\w+\./.exec(row)?.[0] ?? "") === PREFIXES[list]).map((row) => row.split(".").at(-1) ?? "");
