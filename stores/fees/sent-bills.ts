/** What was sent for a fee: `sendings` of its document. */
import { dayInZurich } from "#domain/dates.ts";
import type { Fee, FeeSending, SendingWay } from "#domain/fees/fee.ts";
import type { Person } from "#domain/person.ts";
import type { Documents, Transaction } from "#ports/documents.ts";
import type { AccountMail } from "#ports/mailer.ts";
import { queueMail } from "#stores/account-mail.ts";
import { recordAction } from "#stores/journal.ts";
import { addSending, FEES, feeOf } from "./fee-document.ts";

type SentBills = ReadonlyMap<Fee["id"], AccountMail | null>;

/** Methods throw if the store is unavailable. @param now the time of a write */
export const createSentBills = (documents: Documents, now: () => Date) => ({
  /** @returns the fees of a year that are not settled, by name */
  listOpen: async (year: string): Promise<Fee[]> =>
    (await documents.query(FEES, { where: { field: "orderOpen", from: `${year} `, before: `${year}!` } })).map(feeOf),

  /** Records bills as sent, once a day in each way, and queues their mails. @returns how many are recorded */
  recordSent: (bills: SentBills, way: SendingWay, by: Person | null): Promise<number> =>
    documents.transaction((transaction) => recordSent(transaction, bills, { way, by, at: now() })),
});

async function recordSent(
  transaction: Transaction,
  bills: SentBills,
  sending: Omit<FeeSending, "reminder">,
): Promise<number> {
  const found = await Promise.all([...bills.keys()].map((id) => transaction.get(FEES, id)));
  const isRepeated = ({ way, at }: FeeSending) => way === sending.way && dayInZurich(at) === dayInZurich(sending.at);
  const fresh = found.filter((document) => document !== null).filter((one) => !feeOf(one).sendings.some(isRepeated));
  for (const document of fresh) {
    const mail = bills.get(document.id);
    addSending(transaction, document, { ...sending, reminder: feeOf(document).sendings.length > 0 });
    if (mail) queueMail(transaction, mail, sending.at);
  }
  const subjectId = fresh.length === 1 ? String(fresh[0]?.content.member) : "";
  if (fresh.length > 0)
    recordAction(transaction, { at: sending.at, by: sending.by, action: "sent", subject: "fee", subjectId });
  return fresh.length;
}
