/** Payments from the bank's files that concern fees or need a decision of the committee. */
import PQueue from "p-queue";
import { type IdentifiedTransaction, identityKey } from "#domain/bank/identity.ts";
import type { Verdict } from "#domain/bank/match.ts";
import { type BankPayment, payFee, undecidedAmount, withLine } from "#domain/bank/payment.ts";
import { type Day, dayInZurich } from "#domain/dates.ts";
import { ACCOUNTS_YEARS, effectiveLines, type Fee, type NewFeeLine } from "#domain/fees/fee.ts";
import type { Author, Person } from "#domain/person.ts";
import type { Documents, QueryCondition, Transaction } from "#ports/documents.ts";
import { mapInTurns } from "#ports/let-requests-pass.ts";
import { addLines, FEES, feeOf, readFeeYears } from "#stores/fees/fee-document.ts";
import { recordAction } from "#stores/journal.ts";
import { purgeBefore } from "#stores/purge.ts";
import {
  BANK_PAYMENTS,
  bankPaymentOf,
  putBankPayment,
  readBankPayments,
  takeBackDecisions,
} from "./payment-document.ts";

/** `wait`: the payment is for a future fee with the reference `awaits`. An empty `awaits` cancels an earlier `wait`. */
export type BankDecision =
  | { readonly is: "fee"; readonly fee: string }
  | { readonly is: "gift" | "other" }
  | { readonly is: "refunded"; readonly date: Day }
  | { readonly is: "wait"; readonly awaits: string; readonly awaitsName: string }
  | { readonly is: "undo"; readonly line: string };

export type BankBook = ReturnType<typeof createBankBook>;

/** Methods throw if the store is unavailable. Each write is a database transaction. @param now clock for writes */
export function createBankBook(documents: Documents, now = () => new Date()) {
  const list = async (where?: QueryCondition): Promise<BankPayment[]> =>
    mapInTurns(await documents.query(BANK_PAYMENTS, where && { where }), bankPaymentOf);
  const files = new PQueue({ concurrency: 1 });
  return {
    /**
     * Two users may keep two files with the same payments: the second one has to see what the first one stored. So the
     * files of a process are kept one after the other. @param keep compares a file with the stored payments, and stores it
     */
    oneFileAtATime: <Value>(keep: () => Promise<Value>): Promise<Value> => files.add(keep),

    /** @returns the number of payments that the committee has to decide about */
    countOpen: (): Promise<number> => documents.count(BANK_PAYMENTS, { where: { field: "state", equals: "open" } }),

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
    keep: (found: IdentifiedTransaction, verdict: Verdict, by: Person | null): Promise<boolean> =>
      documents.transaction((transaction) => keep(transaction, found, verdict, { by, at: now() })),

    /**
     * Decides about the undecided amount of a payment, or reverses a decision. A repeated call changes nothing.
     * @param seen number of lines that the payment had on the user's page
     * @returns null if nothing changed, because the payment has new lines or the decision is impossible
     */
    decide: (id: string, seen: number, decision: BankDecision, by: Person | null): Promise<BankPayment | null> =>
      documents.transaction((transaction) => decide(transaction, { id, seen }, decision, { by, at: now() })),

    /** Deletes the payments whose legal retention (`ACCOUNTS_YEARS`) has ended. @returns number of deleted payments */
    purge: (day: Day): Promise<number> =>
      purgeBefore(documents, BANK_PAYMENTS, "date", `${Number(day.slice(0, 4)) - ACCOUNTS_YEARS}-01-01`),
  };
}

async function keep(
  transaction: Transaction,
  found: IdentifiedTransaction,
  verdict: Verdict,
  author: Author,
): Promise<boolean> {
  const { identity, iban, amount, returned, date, reference, text, payer } = found;
  const { fees, awaits, awaitsName } = verdict;
  const id = identityKey(found);
  if (await transaction.get(BANK_PAYMENTS, id)) return false;
  if (await isKeptInOtherForm(transaction, found)) return false;
  const payment = { id, identity, iban, amount, returned, date, reference, text, payer, lines: [], toRefund: false };
  const paid = await payFees(transaction, { ...payment, awaits, awaitsName }, fees, author);
  putBankPayment(transaction, paid);
  if (paid.lines.length === 0) recordAction(transaction, { ...author, action: "added", subject: "fee", subjectId: "" });
  return true;
}

/** Whether the whole entry is stored for its only transaction, or the transaction for its entry. */
async function isKeptInOtherForm(transaction: Transaction, { identity, date, amount }: IdentifiedTransaction) {
  if (identity.entry === "") return false;
  const stored = await transaction.query(BANK_PAYMENTS, { where: { field: "entry", equals: identity.entry } });
  return stored
    .map(bankPaymentOf)
    .some((one) => one.identity.whole !== identity.whole && one.date === date && one.amount === amount);
}

/** Pays fees with a payment. @returns the payment with a new line for each paid fee */
async function payFees(transaction: Transaction, payment: BankPayment, ids: readonly string[], author: Author) {
  const add = await readFees(transaction, ids, author);
  let changed = payment;
  add((fee) => {
    const paid = payFee(changed, fee, author);
    changed = paid?.payment ?? changed;
    return paid?.line ?? null;
  });
  return changed;
}

/** Reads fees. @returns a function that calls `lineOf` for each fee and adds the returned line, if any */
async function readFees(transaction: Transaction, ids: readonly string[], author: Author) {
  const years = await readFeeYears(transaction);
  const found = await Promise.all([...new Set(ids)].filter(Boolean).map((id) => transaction.get(FEES, id)));
  return (lineOf: (fee: Fee) => NewFeeLine | null): void => {
    for (const document of found.filter((one) => one !== null)) {
      const fee = feeOf(document);
      const line = lineOf(fee);
      if (!line) continue;
      addLines(transaction, document, [line], years, author);
      recordAction(transaction, { ...author, action: "changed", subject: "fee", subjectId: fee.member });
    }
  };
}

async function decide(
  transaction: Transaction,
  { id, seen }: { id: string; seen: number },
  decision: BankDecision,
  author: Author,
): Promise<BankPayment | null> {
  const document = await transaction.get(BANK_PAYMENTS, id);
  const payment = document && bankPaymentOf(document);
  if (payment && isDone(payment, seen, decision)) return payment;
  if (payment?.lines.length !== seen) return null;
  if (decision.is === "undo") return undo(transaction, payment, decision.line, author);
  const amount = undecidedAmount(payment);
  if (amount === 0) return null;
  if (decision.is === "fee") {
    const paid = await payFees(transaction, payment, [decision.fee], author);
    putBankPayment(transaction, paid);
    return paid === payment ? null : paid;
  }
  const { is: kind, ...rest } = decision;
  const decided =
    kind === "wait"
      ? { ...payment, toRefund: false, ...rest, awaitedAt: author.at }
      : withLine(payment, { kind, amount, ...rest }, author);
  putBankPayment(transaction, decided);
  recordAction(transaction, { ...author, action: "changed", subject: "fee", subjectId: "" });
  return decided;
}

/** Whether the last decision about the payment is this decision, made on the same page. */
function isDone({ lines, awaits, awaitedAt }: BankPayment, seen: number, decision: BankDecision): boolean {
  const [last, ...more] = lines.slice(seen);
  if (decision.is === "wait") return !last && awaitedAt !== undefined && awaits === decision.awaits;
  if (!last || more.length > 0) return false;
  if (decision.is === "fee") return last.kind === "fee" && last.fee === decision.fee;
  if (decision.is === "undo") return last.corrects === decision.line;
  return last.kind === decision.is;
}

async function undo(transaction: Transaction, payment: BankPayment, line: string, author: Author) {
  const decided = effectiveLines(payment.lines).find(({ id }) => id === line);
  if (!decided) return null;
  const add = await readFees(transaction, [decided.fee], author);
  const [changed = payment] = takeBackDecisions(transaction, [payment], [line], author);
  const { id = "" } = changed.lines.at(-1) ?? {};
  const { amount } = decided;
  const correction = { kind: "correction", way: "bank", reference: "", reason: "", corrects: line } as const;
  add(({ lines }) =>
    effectiveLines(lines).some((one) => one.id === line)
      ? { ...correction, id, amount, date: dayInZurich(author.at) }
      : null,
  );
  return changed;
}
