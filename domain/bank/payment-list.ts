import { type BankPayment, bankStateOf } from "./payment.ts";

/**
 * Sorts payments into the lists of the bank's page, for `inTurns`. Yields after each payment.
 * @param payments all payments
 * @returns three lists, oldest first: payments to decide about, payments for future fees, all payments of `year`
 */
export function* listPayments(
  payments: readonly BankPayment[],
  year = "",
): Generator<void, Readonly<Record<"open" | "waiting" | "ofYear", BankPayment[]>>> {
  const lists = { open: [] as BankPayment[], waiting: [] as BankPayment[], ofYear: [] as BankPayment[] };
  for (const payment of payments.toSorted((a, b) => (a.date === b.date ? 0 : a.date < b.date ? -1 : 1))) {
    yield;
    const state = bankStateOf(payment);
    if (state !== "settled") lists[state].push(payment);
    if (year !== "" && payment.date.startsWith(`${year}-`)) lists.ofYear.push(payment);
  }
  return lists;
}
