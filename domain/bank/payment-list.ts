import { type BankPayment, bankPaymentState } from "./payment.ts";

export type PaymentList = "open" | "waiting" | "ofYear";

/** Ids of payments that stay in their list although they no longer belong there. */
export type PaymentsKeptInList = Readonly<Partial<Record<PaymentList, readonly string[]>>>;

/**
 * Sorts payments into the lists of the bank's page, for `runInSlices`. Yields after each payment.
 * @param payments all payments
 * @returns three lists, oldest first: payments to decide about, payments for future fees, all payments of `year`
 */
export function* sortIntoPaymentLists(
  payments: readonly BankPayment[],
  year = "",
  kept: PaymentsKeptInList = {},
): Generator<void, Readonly<Record<PaymentList, BankPayment[]>>> {
  const lists = { open: [] as BankPayment[], waiting: [] as BankPayment[], ofYear: [] as BankPayment[] };
  for (const payment of payments.toSorted((a, b) => (a.date === b.date ? 0 : a.date < b.date ? -1 : 1))) {
    yield;
    const state = bankPaymentState(payment);
    for (const list of ["open", "waiting"] as const)
      if (state === list || kept[list]?.includes(payment.id)) lists[list].push(payment);
    if (year !== "" && payment.date.startsWith(`${year}-`)) lists.ofYear.push(payment);
  }
  return lists;
}
