/** The payments of the bank's files that concern fees, or are to be decided (domain/bank/payment.ts). */
import { type Identified, identityKey, isSame } from "#domain/bank/identity.ts";
import type { Ledger, Verdict } from "#domain/bank/match.ts";
import { type BankLine, type BankPayment, bankStateOf, payFee, restOf, withLine } from "#domain/bank/payment.ts";
import { type Day, dayInZurich } from "#domain/dates.ts";
import { ACCOUNTS_YEARS, effectiveLines, type Fee, type NewFeeLine } from "#domain/fees/fee.ts";
import type { Person } from "#domain/person.ts";
import type { Documents, StoredDocument, Transaction } from "#ports/documents.ts";
import { addLines, FEES, feeOf, readFeeYears } from "#stores/fees/fee-document.ts";
import { inBatches } from "#stores/format.ts";
import { fieldsOf, INBOX, ofType } from "#stores/inbox-document.ts";
import { recordAction } from "#stores/journal.ts";
import type { Author } from "#stores/members/member-document.ts";
import {
  BANK_PAYMENTS,
  bankPaymentOf,
  putBankPayment,
  readBankPayments,
  takeBackDecisions,
} from "./payment-document.ts";

const AT_ONCE = 200;
const TEXT_MAX = 300;

/** `wait`: for the fee of a reference that does not exist yet; an empty one ends the waiting. */
export type BankDecision =
  | { readonly is: "fee"; readonly fee: string }
  | { readonly is: "gift" | "other" }
  | { readonly is: "refunded"; readonly date: Day }
  | { readonly is: "wait"; readonly reference: string; readonly name: string }
  | { readonly is: "undo"; readonly line: string };

export type BankBook = ReturnType<typeof createBankBook>;

/** Methods throw if the store is unavailable; each write is one transaction. @param now the time of a write */
export function createBankBook(documents: Documents, now = () => new Date()) {
  const between = async (from: Day, before: Day) =>
    (await documents.query(BANK_PAYMENTS, { where: { field: "date", from, before } })).map(bankPaymentOf);
  return {
    /** @returns null if it is not kept */
    async get(id: string): Promise<BankPayment | null> {
      const document = await documents.get(BANK_PAYMENTS, id);
      return document && bankPaymentOf(document);
    },

    /** @returns what is to be decided, oldest first */
    listOpen: async (): Promise<BankPayment[]> =>
      (await documents.query(BANK_PAYMENTS, { where: { field: "orderOpen" } })).map(bankPaymentOf),

    countOpen: (): Promise<number> => documents.count(BANK_PAYMENTS, { where: { field: "orderOpen" } }),

    /** @returns what waits for a sign-up or a year */
    async listWaiting(): Promise<BankPayment[]> {
      const found = (await documents.query(BANK_PAYMENTS, { where: { field: "awaits" } })).map(bankPaymentOf);
      return found.filter((payment) => bankStateOf(payment) === "waiting");
    },

    /** @returns all that was booked from a day on, and before another one, oldest first */
    listBetween: between,

    /** @returns the payments that pay these fees */
    listOfFees: (fees: readonly Fee[]): Promise<BankPayment[]> =>
      readBankPayments(
        documents,
        fees.flatMap(({ lines }) => lines.map(({ id }) => id)),
      ),

    /** @returns the sign-ups that are not accepted */
    async listSignUps(): Promise<Ledger["signUps"]> {
      const select = ["type", "content", "decision"];
      const found = await documents.query(INBOX, { where: ofType("orderType", "inscription"), select });
      return found.flatMap((document) => {
        const { content, decision } = fieldsOf(document);
        const { firstName, lastName } = content as { firstName: string; lastName: string };
        const isRefused = decision?.is === "refused";
        return decision?.is === "accepted" ? [] : [{ id: document.id, name: `${firstName} ${lastName}`, isRefused }];
      });
    },

    /** Keeps a transaction and pays the fees of its verdict. @returns false if it is kept already */
    keep: (found: Identified, verdict: Verdict, by: Person | null): Promise<boolean> =>
      documents.transaction((transaction) => keep(transaction, found, verdict, { by, at: now() })),

    /** Decides about what is left of a payment. @param seen how many lines it had when it was shown */
    decide: (id: string, seen: number, decision: BankDecision, by: Person | null): Promise<"done" | "outdated"> =>
      documents.transaction((transaction) => decide(transaction, { id, seen }, decision, { by, at: now() })),

    /** Deletes what the accounts need no longer. @returns how many */
    purge: (day: Day): Promise<number> =>
      inBatches(AT_ONCE, () => documents.transaction((transaction) => purge(transaction, day), { erases: true })),
  };
}

async function keep(
  transaction: Transaction,
  { identity, ...found }: Identified,
  { fees: ids, supersedes, awaits, awaitsName, toRefund }: Verdict,
  author: Author,
): Promise<boolean> {
  const id = identityKey({ ...found, identity });
  if (await transaction.get(BANK_PAYMENTS, id)) return false;
  const where = { field: "entry", equals: identity.entry };
  const near = identity.entry === "" ? [] : (await transaction.query(BANK_PAYMENTS, { where })).map(bankPaymentOf);
  const isReplaced = (one: BankPayment) => one.id === supersedes && restOf(one) === one.amount;
  if (near.some((one) => isSame(one.identity, identity) && !isReplaced(one))) return false;
  const { iban, amount, returned, date, reference, payer } = found;
  const text = found.text.slice(0, TEXT_MAX);
  const rest = { iban, amount, returned, date, reference, payer, text, awaits, awaitsName, toRefund };
  const payment = { id, identity, lines: [], ...rest };
  const fees = await readFees(transaction, ids);
  for (const one of near.filter(isReplaced)) transaction.delete(BANK_PAYMENTS, one.id);
  putBankPayment(transaction, payFees(transaction, payment, fees, author));
  return true;
}

type Fees = { readonly documents: readonly StoredDocument[]; readonly closed: ReadonlySet<string> };

async function readFees(transaction: Transaction, ids: readonly string[]): Promise<Fees> {
  const found = await Promise.all([...new Set(ids)].filter(Boolean).map((id) => transaction.get(FEES, id)));
  const years = found.length > 0 ? await readFeeYears(transaction) : [];
  const closed = years.filter(({ closedAt }) => closedAt !== null).map(({ year }) => year);
  return { documents: found.filter((document) => document !== null), closed: new Set(closed) };
}

/** @returns the payment with a line per fee that it pays */
function payFees(transaction: Transaction, payment: BankPayment, fees: Fees, author: Author): BankPayment {
  let changed = payment;
  for (const document of fees.documents) {
    const paid = payFee(changed, feeOf(document), author);
    if (!paid) continue;
    writeLine(transaction, document, paid.line, fees, author);
    changed = paid.payment;
  }
  return changed;
}

function writeLine(
  transaction: Transaction,
  document: StoredDocument,
  line: NewFeeLine,
  { closed }: Fees,
  author: Author,
): void {
  const { year, member } = feeOf(document);
  addLines(transaction, document, [line], { ...author, isClosed: closed.has(year) });
  recordAction(transaction, { ...author, action: "changed", subject: "fee", subjectId: member });
}

async function decide(
  transaction: Transaction,
  { id, seen }: { id: string; seen: number },
  decision: BankDecision,
  author: Author,
): Promise<"done" | "outdated"> {
  const document = await transaction.get(BANK_PAYMENTS, id);
  const payment = document && bankPaymentOf(document);
  if (payment?.lines.length !== seen) return "outdated";
  const line = decision.is === "undo" && effectiveLines(payment.lines).find((one) => one.id === decision.line);
  if (line) return undo(transaction, payment, line, author);
  const amount = restOf(payment);
  if (decision.is === "undo" || amount === 0) return "outdated";
  if (decision.is === "wait") {
    putBankPayment(transaction, { ...payment, awaits: decision.reference, awaitsName: decision.name, toRefund: false });
    return "done";
  }
  if (decision.is === "fee") {
    const changed = payFees(transaction, payment, await readFees(transaction, [decision.fee]), author);
    putBankPayment(transaction, changed);
    return changed === payment ? "outdated" : "done";
  }
  const { is: kind, ...date } = decision;
  putBankPayment(transaction, withLine(payment, { kind, amount, ...date }, author));
  recordAction(transaction, { ...author, action: "changed", subject: "fee", subjectId: "" });
  return "done";
}

async function undo(transaction: Transaction, payment: BankPayment, line: BankLine, author: Author): Promise<"done"> {
  const { id, fee, amount } = line;
  const date = dayInZurich(author.at);
  const fees = await readFees(transaction, [fee]);
  takeBackDecisions(transaction, [payment], new Set([id]), author);
  const correction = { kind: "correction", way: "bank", reference: "", reason: "" } as const;
  for (const document of fees.documents)
    if (effectiveLines(feeOf(document).lines).some((one) => one.id === id))
      writeLine(
        transaction,
        document,
        { ...correction, id: `${payment.id}.${payment.lines.length}`, amount, date, corrects: id },
        fees,
        author,
      );
  return "done";
}

async function purge(transaction: Transaction, day: Day): Promise<number> {
  const before = `${Number(day.slice(0, 4)) - ACCOUNTS_YEARS}-01-01`;
  const where = { field: "date", from: "", before };
  const found = await transaction.query(BANK_PAYMENTS, { where, limit: AT_ONCE, select: ["date"] });
  for (const { id } of found) transaction.delete(BANK_PAYMENTS, id);
  return found.length;
}
