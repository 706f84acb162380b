/** Payments from the bank's files that concern fees or need a decision of the committee. */
import PQueue from "p-queue";
import { bankPaymentId, type IdentifiedTransaction } from "#domain/bank/identity.ts";
import type { PaymentVerdict } from "#domain/bank/match.ts";
import {
  addBankDecisionLine,
  type BankDecisionLine,
  type BankPayment,
  payFeeWithPayment,
  undecidedAmount,
} from "#domain/bank/payment.ts";
import { type Day, dayInZurich } from "#domain/dates.ts";
import {
  ACCOUNTS_RETENTION_YEARS,
  effectiveFeeLines,
  type Fee,
  feeBalance,
  type NewFeeLine,
} from "#domain/fees/fee.ts";
import type { Author, Person } from "#domain/person.ts";
import type { Documents, QueryCondition, Transaction } from "#ports/documents.ts";
import { mapInSlices } from "#ports/yield-to-event-loop.ts";
import { addFeeLines, FEES_COLLECTION, feeFromDocument, readFeeYears } from "#stores/fees/fee-document.ts";
import { recordAction } from "#stores/journal.ts";
import { purgeDocumentsBefore } from "#stores/purge.ts";
import {
  BANK_PAYMENTS_COLLECTION,
  bankPaymentFromDocument,
  cancelBankDecisionLines,
  putBankPayment,
  readBankPayments,
} from "./payment-document.ts";

/**
 * `fees`: several fees are paid only if the undecided amount pays all of them exactly. `undo`: reverses the lines with
 * these ids together. `wait`: the payment is for a future fee with the reference `awaits`. An empty `awaits` cancels an
 * earlier `wait`.
 */
export type BankDecision =
  | { readonly is: "fees"; readonly fees: readonly string[] }
  | { readonly is: "gift" | "other" }
  | { readonly is: "refunded"; readonly date: Day }
  | { readonly is: "wait"; readonly awaits: string; readonly awaitsName: string }
  | { readonly is: "undo"; readonly lines: readonly string[] };

export type BankPaymentStore = ReturnType<typeof createBankPaymentStore>;

/** Methods throw if the store is unavailable. Each write is a database transaction. @param now clock for writes */
export function createBankPaymentStore(documents: Documents, now = () => new Date()) {
  const list = async (where?: QueryCondition): Promise<BankPayment[]> =>
    mapInSlices(await documents.query(BANK_PAYMENTS_COLLECTION, where && { where }), bankPaymentFromDocument);
  const files = new PQueue({ concurrency: 1 });
  return {
    /**
     * Runs `keep` calls of this process one after the other: if two users import files with the same payments, the
     * second import must see what the first one stored.
     * @param keep compares a file with the stored payments, and stores it
     */
    oneFileAtATime: <Value>(keep: () => Promise<Value>): Promise<Value> => files.add(keep),

    /** @returns the number of payments that the committee has to decide about */
    countOpen: (): Promise<number> =>
      documents.count(BANK_PAYMENTS_COLLECTION, { where: { field: "state", equals: "open" } }),

    /** @returns all payments, unordered */
    list: () => list(),

    /** @returns the payments for future fees: the sign-up is not accepted yet, or the year is not opened yet */
    listAwaiting: () => list({ field: "awaits" }),

    /** @returns the payments that were booked from `from` to `to`, both included, oldest first */
    listBetween: (from: Day, to: Day) => list({ field: "date", from, to }),

    /** @returns the bank payments with which these fees were paid */
    listOfFees: (fees: readonly Fee[]): Promise<BankPayment[]> =>
      readBankPayments(
        documents,
        fees.flatMap(({ lines }) => lines.map(({ id }) => id)),
      ),

    /** Stores a bank transaction and pays the fees in `verdict`. @returns false if the transaction is already stored */
    keep: (found: IdentifiedTransaction, verdict: PaymentVerdict, by: Person | null): Promise<boolean> =>
      documents.transaction((transaction) => keep(transaction, found, verdict, { by, at: now() })),

    /**
     * Decides about the undecided amount of a payment, or reverses a decision. A repeated call changes nothing.
     * @param seen number of lines that the payment had on the user's page
     * @returns null if nothing changed, because the payment has new lines or the decision is impossible
     */
    decide: (id: string, seen: number, decision: BankDecision, by: Person | null): Promise<BankPayment | null> =>
      documents.transaction((transaction) => decide(transaction, { id, seen }, decision, { by, at: now() })),

    /** Deletes payments after their legal retention (`ACCOUNTS_RETENTION_YEARS`). @returns number of deleted payments */
    purge: (day: Day): Promise<number> =>
      purgeDocumentsBefore(
        documents,
        BANK_PAYMENTS_COLLECTION,
        "date",
        `${Number(day.slice(0, 4)) - ACCOUNTS_RETENTION_YEARS}-01-01`,
      ),
  };
}

async function keep(
  transaction: Transaction,
  found: IdentifiedTransaction,
  verdict: PaymentVerdict,
  author: Author,
): Promise<boolean> {
  const { identity, iban, amount, returned, date, reference, text, payer } = found;
  const { fees, awaits, awaitsName } = verdict;
  const id = bankPaymentId(found);
  if (await transaction.get(BANK_PAYMENTS_COLLECTION, id)) return false;
  if (await isKeptInOtherForm(transaction, found)) return false;
  const payment = { id, identity, iban, amount, returned, date, reference, text, payer, lines: [], toRefund: false };
  const paid = await payFees(transaction, { ...payment, awaits, awaitsName }, fees, author);
  putBankPayment(transaction, paid);
  if (paid.lines.length === 0) recordAction(transaction, { ...author, action: "added", subject: "fee", subjectId: "" });
  return true;
}

/**
 * Whether this transaction is already stored in the other form: a bank file lists an entry either as a whole or by its
 * transactions.
 */
async function isKeptInOtherForm(transaction: Transaction, { identity, date, amount }: IdentifiedTransaction) {
  if (identity.entry === "") return false;
  const stored = await transaction.query(BANK_PAYMENTS_COLLECTION, {
    where: { field: "entry", equals: identity.entry },
  });
  return stored
    .map(bankPaymentFromDocument)
    .some((one) => one.identity.whole !== identity.whole && one.date === date && one.amount === amount);
}

/** Pays fees with a payment. @returns the payment with a new line for each paid fee */
async function payFees(transaction: Transaction, payment: BankPayment, ids: readonly string[], author: Author) {
  const { add } = await readFeesToChange(transaction, ids, author);
  return payAll(payment, add, author);
}

function payAll(payment: BankPayment, add: FeesToChange["add"], author: Author): BankPayment {
  let changed = payment;
  add((fee) => {
    const paid = payFeeWithPayment(changed, fee, author);
    changed = paid?.payment ?? changed;
    return paid ? [paid.line] : [];
  });
  return changed;
}

type FeesToChange = Awaited<ReturnType<typeof readFeesToChange>>;

/** Reads fees. @returns the fees, and a function that calls `linesOf` for each fee and adds the returned lines */
async function readFeesToChange(transaction: Transaction, ids: readonly string[], author: Author) {
  const years = await readFeeYears(transaction);
  const read = await Promise.all([...new Set(ids)].filter(Boolean).map((id) => transaction.get(FEES_COLLECTION, id)));
  const found = read.filter((one) => one !== null).map((document) => ({ document, fee: feeFromDocument(document) }));
  const add = (linesOf: (fee: Fee) => readonly NewFeeLine[]): void => {
    for (const { document, fee } of found) {
      const lines = linesOf(fee);
      if (lines.length === 0) continue;
      addFeeLines(transaction, document, lines, years, author);
      recordAction(transaction, { ...author, action: "changed", subject: "fee", subjectId: fee.member });
    }
  };
  return { fees: found.map(({ fee }) => fee), add };
}

async function decide(
  transaction: Transaction,
  { id, seen }: { id: string; seen: number },
  decision: BankDecision,
  author: Author,
): Promise<BankPayment | null> {
  const document = await transaction.get(BANK_PAYMENTS_COLLECTION, id);
  const payment = document && bankPaymentFromDocument(document);
  if (payment && isDone(payment, seen, decision)) return payment;
  if (payment?.lines.length !== seen) return null;
  if (decision.is === "undo") return undo(transaction, payment, decision.lines, author);
  const amount = undecidedAmount(payment);
  if (amount === 0) return null;
  if (decision.is === "fees") {
    const { fees, add } = await readFeesToChange(transaction, decision.fees, author);
    // If one of the fees was paid in the meantime, the amount no longer matches the sum that the user has seen.
    const due = fees.reduce((sum, fee) => sum + feeBalance(fee).open, 0);
    if (decision.fees.length > 1 && (payment.returned || due !== amount)) return null;
    const paid = payAll(payment, add, author);
    if (paid === payment) return null;
    putBankPayment(transaction, paid);
    return paid;
  }
  const { is: kind, ...rest } = decision;
  const decided =
    kind === "wait"
      ? { ...payment, toRefund: false, ...rest, awaitedAt: author.at }
      : addBankDecisionLine(payment, { kind, amount, ...rest }, author);
  putBankPayment(transaction, decided);
  recordAction(transaction, { ...author, action: "changed", subject: "fee", subjectId: "" });
  return decided;
}

/** Whether the last decision equals this one and was made on the same version of the page. */
function isDone({ lines, awaits, awaitedAt }: BankPayment, seen: number, decision: BankDecision): boolean {
  const added = lines.slice(seen);
  if (decision.is === "wait") return added.length === 0 && awaitedAt !== undefined && awaits === decision.awaits;
  const isAbout = ({ kind, fee, corrects }: BankDecisionLine) => {
    if (decision.is === "fees") return kind === "fee" && decision.fees.includes(fee);
    return decision.is === "undo" ? corrects !== null && decision.lines.includes(corrects) : kind === decision.is;
  };
  return added.length > 0 && added.every((line) => line.at.getTime() === added[0]?.at.getTime() && isAbout(line));
}

async function undo(transaction: Transaction, payment: BankPayment, ids: readonly string[], author: Author) {
  const decided = effectiveFeeLines(payment.lines).filter(({ id }) => ids.includes(id));
  if (decided.length === 0 || decided.length !== ids.length) return null;
  const { add } = await readFeesToChange(
    transaction,
    decided.map(({ fee }) => fee),
    author,
  );
  const [changed = payment] = cancelBankDecisionLines(transaction, [payment], ids, author);
  const correction = { kind: "correction", way: "bank", reference: "", reason: "" } as const;
  add(({ lines }) => {
    const kept = new Set(effectiveFeeLines(lines).map(({ id }) => id));
    return changed.lines
      .filter(({ corrects }) => corrects !== null && ids.includes(corrects) && kept.has(corrects))
      .map(({ id, amount, corrects }) => ({ ...correction, id, amount, corrects, date: dayInZurich(author.at) }));
  });
  return changed;
}
