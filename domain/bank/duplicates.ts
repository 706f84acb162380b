import {
  bankAccountKey,
  bankPaymentIdWithoutRank,
  describePayment,
  type IdentifiedTransaction,
  isReferenceSameOrEmpty,
  isSameCreditorReference,
  type PaymentDescription,
} from "./identity.ts";
import { isSamePayer } from "./payer-names.ts";
import type { BankPayment } from "./payment.ts";

/**
 * How a transaction relates to the payments that are already known. - `known`: the payment is already stored, or occurs
 * earlier in the upload. - `perhaps`: the references of the bank do not decide, so a person has to. `rank`: makes the
 * `bankPaymentId` of a new payment unique.
 */
export type DuplicateState = { readonly is: "known" | "perhaps" | "new"; readonly rank: number };

/**
 * `statements`: the account reports of the upload that contain the payment. `isCertain`: false for a transaction that
 * may repeat another payment.
 */
type Payment = { readonly statements: Set<number>; isCertain: boolean };

/** A payment as a document or an account report describes it. A reference that is not unique is empty. */
type Form = PaymentDescription & {
  readonly payment: Payment;
  /** The account report. Null for a stored payment. */
  readonly statement: number | null;
  readonly account: string;
  readonly own: string;
  readonly entry: string;
  readonly whole: boolean;
};

/**
 * The returned function says whether a transaction repeats a stored payment, or a payment of an earlier account report.
 * Call it once per transaction, the most detailed transactions first. Yields, so that the caller can serve requests.
 */
export function* createDuplicateChecker(
  transactions: readonly IdentifiedTransaction[],
  known: readonly BankPayment[],
): Generator<void, (transaction: IdentifiedTransaction) => DuplicateState> {
  const described = new Map<IdentifiedTransaction | BankPayment, PaymentDescription>();
  for (const one of [...transactions, ...known]) {
    described.set(one, describePayment(one));
    yield;
  }
  const distrusted = repeatedReferences(described);
  const trusted = (reference: string) => (distrusted.has(reference) ? "" : reference);
  const formOf = (one: IdentifiedTransaction | BankPayment, payment: Payment, statement: number | null): Form => {
    const { own, entry, whole } = one.identity;
    const place = { account: bankAccountKey(one), own: trusted(own), entry: trusted(entry), whole };
    return { ...(described.get(one) ?? describePayment(one)), ...place, payment, statement };
  };
  const forms = new Map<string, Form[]>();
  const remember = (form: Form) => {
    for (const key of keysOf(form)) {
      const before = forms.get(key);
      if (before) before.push(form);
      else forms.set(key, [form]);
    }
  };
  const nextRank = new Map<string, number>();
  const reserve = (one: IdentifiedTransaction | BankPayment): number => {
    const key = bankPaymentIdWithoutRank(one);
    const rank = Math.max(one.identity.rank, nextRank.get(key) ?? 0);
    nextRank.set(key, rank + 1);
    return rank;
  };
  for (const payment of known) {
    remember(formOf(payment, { statements: new Set(), isCertain: true }, null));
    reserve(payment);
    yield;
  }
  // A transaction with its own reference must not take the stored payment of another such transaction.
  for (const { identity, statement } of transactions)
    for (const { payment } of forms.get(ownKey(trusted(identity.own))) ?? []) payment.statements.add(statement);
  const entries = Map.groupBy(transactions, ({ entry }) => entry);

  return (transaction: IdentifiedTransaction): DuplicateState => {
    const { statement } = transaction;
    const form = formOf(transaction, { statements: new Set([statement]), isCertain: true }, statement);
    const found = (key: string) => (forms.get(key) ?? []).filter((other) => other.statement !== statement);
    const earlier =
      byOwnReference(form, found(ownKey(form.own))) ??
      byEntry(form, found(entryKey(form.entry)), entries.get(transaction.entry) ?? []) ??
      byDescription(form, found(dayKey(form)));
    earlier?.payment?.statements.add(statement);
    if (earlier?.is === "known") {
      remember({ ...form, payment: earlier.payment ?? form.payment });
      return { is: "known", rank: transaction.identity.rank };
    }
    form.payment.isCertain = !earlier;
    remember(form);
    return { is: earlier?.is ?? "new", rank: reserve(transaction) };
  };
}

/**
 * References that identify no payment, because payments with different days, amounts, creditor references or entries
 * share them; also references of entries on different days.
 */
function repeatedReferences(all: ReadonlyMap<IdentifiedTransaction | BankPayment, PaymentDescription>): Set<string> {
  const owns = new Map<string, PaymentDescription & { readonly entry: string }>();
  const days = new Map<string, string>();
  const repeated = new Set<string>();
  for (const [one, described] of all) {
    const { own, entry } = one.identity;
    const before = owns.get(own) ?? { ...described, entry };
    const isOther =
      before.date !== one.date || before.amount !== one.amount || !isSameCreditorReference(before, described);
    if (isOther || !isReferenceSameOrEmpty(before.entry, entry)) repeated.add(own);
    owns.set(own, {
      ...before,
      creditor: before.creditor || described.creditor,
      entry: before.entry || entry,
    });
    if ((days.get(entry) ?? one.date) !== one.date) repeated.add(entry);
    days.set(entry, one.date);
  }
  return repeated;
}

const ownKey = (own: string): string => own && `own ${own}`;
const entryKey = (entry: string): string => entry && `entry ${entry}`;
const dayKey = ({ account, date, amount }: Form): string => `day ${account} ${date} ${amount}`;
const keysOf = (form: Form): string[] => [ownKey(form.own), entryKey(form.entry), dayKey(form)].filter(Boolean);

/** `payment`: the known payment that equals the transaction. Absent if several payments may equal it. */
type Earlier = { readonly is: "known" | "perhaps"; readonly payment?: Payment };

/**
 * Some banks number the payments within each entry, so two payments of one day may have the same number. Then the entry
 * tells them apart, or else the creditor reference or the payer.
 */
function byOwnReference(form: Form, [other]: readonly Form[]): Earlier | null {
  if (!other) return null;
  const isSame = isSameEntry(other, form) || isDescribedAlike(other, form);
  return { is: isSame && isSamePayer(other.payer, form.payer) ? "known" : "perhaps", payment: other.payment };
}

const isSameEntry = (a: Form, b: Form): boolean => a.entry !== "" && a.entry === b.entry;

/** Whether both files give the same creditor reference, or both give no creditor reference but a payer. */
const isDescribedAlike = (a: Form, b: Form): boolean =>
  a.creditor === b.creditor && (a.creditor !== "" || (a.payer.length > 0 && b.payer.length > 0));

/** A file lists an entry either as a whole or in details. The details are the same in all files. */
function byEntry(form: Form, others: readonly Form[], entry: readonly IdentifiedTransaction[]): Earlier | null {
  const whole = others.find((other) => other.whole && other.amount === sumOf(entry));
  if (whole) return { is: "known", payment: whole.payment };
  const details = others.filter((other) => !other.whole);
  if (form.whole) {
    const amounts = new Map(details.map(({ payment, amount }) => [payment, amount]));
    const sum = [...amounts.values()].reduce((total, amount) => total + amount, 0);
    return sum > 0 && sum <= form.amount ? { is: sum === form.amount ? "known" : "perhaps" } : null;
  }
  const ofAmount = details.filter(({ amount }) => amount === form.amount);
  const exact = ofAmount.find((other) => hasNoOther(other, form) && isFree(other, form) && isEqual(other, form));
  if (exact) return { is: "known", payment: exact.payment };
  const alike = ofAmount.filter((other) => isAlike(other, form));
  const free = alike.find((other) => isFree(other, form));
  const certain = new Set(ofAmount.map(({ payment }) => payment).filter(({ isCertain }) => isCertain));
  const isComplete = certain.size >= entry.filter(({ amount }) => amount === form.amount).length;
  if (isComplete && alike.some((other) => hasNoOther(other, form)))
    return { is: "known", ...(free && { payment: free.payment }) };
  return free ? { is: "perhaps" } : null;
}

/**
 * Compares by date, amount, creditor reference and payer, if the bank's references do not decide. Two payments may look
 * alike, so the answer is at most `perhaps`. A payment that this account report contains already is not matched again:
 * a report lists each payment once.
 */
function byDescription(form: Form, others: readonly Form[]): Earlier | null {
  const free = others.filter((other) => hasNoOther(other, form) && isFree(other, form));
  const exact = free.find((other) => isEqual(other, form));
  if (exact) return { is: "perhaps", payment: exact.payment };
  const hasOneCreditor = (other: Form) => form.creditor !== "" && other.creditor === form.creditor;
  return free.some((other) => hasOneCreditor(other) || isAlike(other, form)) ? { is: "perhaps" } : null;
}

const isEqual = (a: Form, b: Form): boolean => a.creditor === b.creditor && a.payer.join() === b.payer.join();
const isAlike = (a: Form, b: Form): boolean => isSameCreditorReference(a, b) && isSamePayer(a.payer, b.payer);
const isFree = ({ payment }: Form, { statement }: Form): boolean => !payment.statements.has(Number(statement));

/** Whether the references of the bank do not show that two payments are different. */
const hasNoOther = (a: Form, b: Form): boolean =>
  isReferenceSameOrEmpty(a.own, b.own) && isReferenceSameOrEmpty(a.entry, b.entry);

const sumOf = (entry: readonly IdentifiedTransaction[]) => entry.reduce((sum, { amount }) => sum + amount, 0);
