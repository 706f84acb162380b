import type { BankPayment } from "#domain/bank/payment.ts";
import { sortIntoPaymentLists } from "#domain/bank/payment-list.ts";
import { runInSlices } from "#ports/yield-to-event-loop.ts";
import type { BankPaymentStore } from "#stores/bank/payments.ts";

/** @returns the payments to decide about, oldest first, as on the bank's page */
export const openPayments = async (bank: Pick<BankPaymentStore, "list">): Promise<BankPayment[]> =>
  (await runInSlices(sortIntoPaymentLists(await bank.list()))).open;
