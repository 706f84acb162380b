/** What was sent for a fee: `sendings` of its document. */
import type { Fee, FeeSending } from "#domain/fees/fee.ts";
import type { Person } from "#domain/person.ts";
import type { Documents, Transaction } from "#ports/documents.ts";
import type { AccountMail } from "#ports/mailer.ts";
import { queueMail } from "#stores/account-mail.ts";
import { recordAction } from "#stores/journal.ts";
import { addSending, FEES, feeOf } from "./fee-document.ts";

/** `count`: the sendings that the fee had when this one was prepared. */
export type SentBill = { readonly id: string; readonly count: number; readonly mail?: AccountMail };

/** Methods throw if the store is unavailable. @param now the time of a write */
export const createSentBills = (documents: Documents, now: () => Date) => ({
  /** @returns the fees of a year that are not settled, by name */
  listOpen: async (year: string): Promise<Fee[]> =>
    (await documents.query(FEES, { where: { field: "orderOpen", from: `${year} `, before: `${year}!` } })).map(feeOf),

  /**
   * Records bills as sent, and queues their mails, in one transaction. A fee that is gone, or has another number of
   * sendings than `count`, is left out. @returns how many are recorded
   */
  recordSent: (bills: readonly SentBill[], how: Pick<FeeSending, "way" | "reminder">, by: Person | null) =>
    documents.transaction((transaction) => recordSent(transaction, bills, { ...how, by, at: now() })),
});

async function recordSent(transaction: Transaction, bills: readonly SentBill[], sending: FeeSending): Promise<number> {
  const found = await Promise.all(bills.map(async (bill) => ({ bill, fee: await transaction.get(FEES, bill.id) })));
  let [sent, member] = [0, ""];
  for (const { bill, fee } of found) {
    if (fee === null || feeOf(fee).sendings.length !== bill.count) continue;
    addSending(transaction, fee, sending);
    if (bill.mail) queueMail(transaction, bill.mail, sending.at);
    [sent, member] = [sent + 1, feeOf(fee).member];
  }
  const { by, at } = sending;
  if (sent > 0)
    recordAction(transaction, { at, by, action: "sent", subject: "fee", subjectId: sent === 1 ? member : "" });
  return sent;
}
