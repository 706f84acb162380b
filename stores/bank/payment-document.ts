/** Documents `bank-payments/{id}`. One transaction stores a decision about a payment and the changed fees. */
import { isAwaitedReference } from "#domain/bank/match.ts";
import {
  type BankDecisionLine,
  type BankPayment,
  bankPaymentState,
  correctBankDecisionLines,
  payFeeWithPayment,
} from "#domain/bank/payment.ts";
import type { Fee, FeeLine, FeeYear } from "#domain/fees/fee.ts";
import { feeReference, yearOfReference } from "#domain/fees/reference.ts";
import type { Author } from "#domain/person.ts";
import type { DocumentContent, StoredDocument, Transaction } from "#ports/documents.ts";

export const BANK_PAYMENTS_COLLECTION = "bank-payments";

export function bankPaymentFromDocument({ id, content }: Pick<StoredDocument, "id" | "content">): BankPayment {
  const { awaits, awaitedAt, lines, ...fields } = content as DocumentContent & { lines: readonly DocumentContent[] };
  const read = lines.map((line) => ({ ...line, at: new Date(String(line.at)) }) as unknown as BankDecisionLine);
  const waited = awaitedAt ? { awaitedAt: new Date(String(awaitedAt)) } : {};
  return { ...(fields as unknown as BankPayment), ...waited, id, awaits: String(awaits ?? ""), lines: read };
}

export function putBankPayment(transaction: Transaction, payment: BankPayment): void {
  const { id, identity, awaits, awaitedAt, lines, ...fields } = payment;
  const { own, entry, whole, rank } = identity;
  transaction.put(BANK_PAYMENTS_COLLECTION, id, {
    ...fields,
    identity: { own, entry, whole, rank },
    entry: entry || null,
    awaits: awaits || null,
    awaitedAt: awaitedAt?.toISOString() ?? null,
    lines: lines.map((line) => ({ ...line, at: line.at.toISOString() })),
    // Lets the fees page count payments by state: reading every payment there would cost a Firestore read each.
    state: bankPaymentState(payment),
  });
}

/**
 * The bank payments with which lines of fees were paid. The id of such a line is the payment's id, a dot and a number
 * (`BankDecisionLine`); other lines are ignored.
 * @param lines ids of lines of fees
 */
export async function readBankPayments(
  reader: Pick<Transaction, "get">,
  lines: readonly string[],
): Promise<BankPayment[]> {
  const ids = new Set(lines.filter((id) => id.includes(".")).map((id) => String(id.split(".")[0])));
  const found = await Promise.all([...ids].map((id) => reader.get(BANK_PAYMENTS_COLLECTION, id)));
  return found.filter((document) => document !== null).map(bankPaymentFromDocument);
}

/**
 * Cancels lines of payments.
 * @param lines ids of these lines
 * @returns all given payments, changed or not
 */
export const cancelBankDecisionLines = (
  transaction: Transaction,
  payments: readonly BankPayment[],
  lines: readonly string[],
  author: Author,
): BankPayment[] =>
  payments.map((payment) => {
    const changed = correctBankDecisionLines(payment, new Set(lines), author);
    if (changed !== payment) putBankPayment(transaction, changed);
    return changed;
  });

export type WaitingPayments = Awaited<ReturnType<typeof readWaitingPayments>>;

/**
 * Reads the payments that wait for a fee that does not exist yet. Call `readWaitingPayments` before all writes of
 * `transaction`.
 */
export async function readWaitingPayments(transaction: Transaction, author: Author) {
  const documents = await transaction.query(BANK_PAYMENTS_COLLECTION, { where: { field: "awaits" } });
  const payments = new Map(documents.map((document) => [document.id, bankPaymentFromDocument(document)]));
  const put = (payment: BankPayment) => {
    payments.set(payment.id, payment);
    putBankPayment(transaction, payment);
  };
  const waitingFor = (id: string) =>
    [...payments.values()].filter(({ awaits }) => isAwaitedReference(awaits, String(yearOfReference(awaits)), [id]));
  return {
    author,

    /**
     * Pays `fee` with the payments that wait for it.
     * @param signUps ids of the member's sign-ups
     * @returns new lines of the fee
     */
    pay(fee: Fee, signUps: readonly string[] = []): FeeLine[] {
      const lines: FeeLine[] = [];
      const subjects = payments.size > 0 ? [fee.member, ...signUps] : [];
      const references = new Set(subjects.map((subject) => feeReference(fee.year, subject)));
      for (const waiting of payments.values()) {
        if (!references.has(waiting.awaits)) continue;
        const done = payFeeWithPayment(waiting, { ...fee, lines: [...fee.lines, ...lines] }, author);
        if (!done) continue;
        put(done.payment);
        lines.push({ ...done.line, ...author, afterClosing: false });
      }
      return lines;
    },

    /** Whether a payment waits for a fee of this person. @param id of the member or of the sign-up */
    awaits: (id: string): boolean => waitingFor(id).length > 0,

    /**
     * Payments that wait for a fee of this sign-up, and that `pay` has not used, become undecided if their year is one
     * of `years`. Call `pay` before.
     */
    acceptSignUp(id: string, years: readonly Pick<FeeYear, "year">[]): void {
      for (const payment of waitingFor(id)) {
        const isOpened = years.some(({ year }) => year === yearOfReference(payment.awaits));
        put({ ...payment, toRefund: false, ...(isOpened && { awaits: "", awaitsName: "" }) });
      }
    },

    /** Marks the payments for a refused sign-up: the committee has to refund these payments. */
    refuseSignUp(id: string): void {
      for (const payment of waitingFor(id)) put({ ...payment, toRefund: true });
    },
  };
}
