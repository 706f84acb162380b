/**
 * Recognises a transaction that appears in several bank files, so that only one payment is stored. A bank's reference
 * counts only while it is unique: banks also write fillers, repeat a constant, and number their entries anew each day.
 */
import { feeReferencesIn, fingerprint } from "#domain/fees/reference.ts";
import type { BankTransaction } from "./bank-file.ts";
import { isFiller } from "./filler.ts";
import { isSamePayer, payerWords } from "./payer-names.ts";

/** The bank's references of a transaction. An entry is a booking of one or more transactions. */
export type TransactionIdentity = {
  /** Account and the bank's reference of the transaction. Empty if unknown or not unique in the upload. */
  readonly own: string;
  /** Account and the bank's reference of the entry. Empty if unknown or not unique in the upload. */
  readonly entry: string;
  /** Whether the transaction is an entry whose details the file does not list. */
  readonly whole: boolean;
  /** Distinguishes transactions for which all other parts of `identityKey` are equal. */
  readonly rank: number;
};

export type IdentifiedTransaction = BankTransaction & { readonly identity: TransactionIdentity };

type Described = Pick<BankTransaction, "iban" | "date" | "amount" | "returned" | "reference" | "text" | "payer">;

/** What a transaction says about a payment. Files may omit the creditor reference and the payer. */
export type Description = Pick<BankTransaction, "date" | "amount"> & {
  readonly creditor: string;
  readonly payer: readonly string[];
};

export const describe = ({ date, amount, reference, text, payer }: Described): Description => ({
  ...{ date, amount, payer: payerWords(payer) },
  creditor: feeReferencesIn(`${reference} ${text}`).sort().join() || reference,
});

/** IBAN. A debit that returns a payment has another account than the payment: both may have one reference. */
export const accountOf = ({ iban, returned }: Pick<BankTransaction, "iban" | "returned">): string =>
  `${returned ? "-" : ""}${iban}`;

/** Whether two creditor references may belong to one payment. */
export const isSameCreditor = (a: Description, b: Description): boolean =>
  a.creditor === b.creditor || a.creditor === "" || b.creditor === "";

/** Whether two transactions in different account reports may be one payment. */
const isCompatible = (a: Description, b: Description): boolean =>
  a.date === b.date && a.amount === b.amount && isSameCreditor(a, b) && isSamePayer(a.payer, b.payer);

/** Adds an identity to each transaction of an upload. @param transactions in the order of the upload */
export function identifyTransactions(transactions: readonly BankTransaction[]): IdentifiedTransaction[] {
  const described = new Map(transactions.map((one) => [one, describe(one)]));
  const ownOf = unique(transactions, "transactionReference", (one, other) => {
    const [a, b] = [described.get(one), described.get(other)];
    return one.statement !== other.statement && a !== undefined && b !== undefined && isCompatible(a, b);
  });
  const sums = new Map<number, number>();
  for (const { entry, amount } of transactions) sums.set(entry, (sums.get(entry) ?? 0) + amount);
  const entryOf = unique(transactions, "entryReference", (one, other) => {
    if (one.entry === other.entry) return true;
    const isRepeated = one.statement !== other.statement && one.date === other.date;
    return isRepeated && sums.get(one.entry) === sums.get(other.entry);
  });
  const counts = new Map<string, number>();
  return transactions.map((one) => {
    const identity = { own: ownOf(one), entry: entryOf(one), whole: one.index === null, rank: 0 };
    const key = `${one.statement} ${identityKey({ ...one, identity })}`;
    const rank = counts.get(key) ?? 0;
    counts.set(key, rank + 1);
    return { ...one, identity: { ...identity, rank } };
  });
}

/** @returns a function that returns account and reference; empty if several payments have the reference, or a filler */
function unique(
  transactions: readonly BankTransaction[],
  field: "transactionReference" | "entryReference",
  isOnePayment: (one: BankTransaction, other: BankTransaction) => boolean,
): (one: BankTransaction) => string {
  const keyOf = (one: BankTransaction) => `${accountOf(one)} ${one[field]}`;
  const references = new Map<string, boolean>();
  for (const [key, sharing] of Map.groupBy(transactions, keyOf)) {
    const [first] = sharing as [BankTransaction];
    const isUnique = sharing.every((one) => one === first || isOnePayment(first, one));
    references.set(key, isUnique && !isFiller(first[field]));
  }
  return (one) => (references.get(keyOf(one)) ? keyOf(one) : "");
}

/** Id of the stored payment for a transaction. */
export function identityKey(transaction: Described & { readonly identity: TransactionIdentity }): string {
  const { date, amount, reference, payer } = transaction;
  const { own, entry, rank } = transaction.identity;
  // Not the payer: another file may omit the payer.
  const parts = own ? [own, date, amount, reference] : [accountOf(transaction), entry, date, amount, reference, payer];
  return fingerprint(JSON.stringify([...parts, rank])).toString(36);
}
