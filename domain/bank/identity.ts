/**
 * Recognises a transaction that appears in several bank files, so that only one payment is stored. A bank's reference
 * counts only while it is unique: banks also write fillers, repeat a constant, and number their entries anew each day.
 */
import { feeReferencesIn, fnv1aHash } from "#domain/fees/reference.ts";
import type { BankTransaction } from "./bank-file.ts";
import { isMissingValueFiller } from "./filler.ts";
import { isSamePayer, normalisedBankWords } from "./payer-names.ts";

/** The bank's references of a transaction. An entry is a booking of one or more transactions. */
export type TransactionIdentity = {
  /** Account and the bank's reference of the transaction. Empty if unknown or not unique in the upload. */
  readonly own: string;
  /** Account and the bank's reference of the entry. Empty if unknown or not unique in the upload. */
  readonly entry: string;
  /** Whether the transaction is an entry whose details the file does not list. */
  readonly whole: boolean;
  /** Distinguishes transactions for which all other parts of `bankPaymentId` are equal. */
  readonly rank: number;
};

export type IdentifiedTransaction = BankTransaction & { readonly identity: TransactionIdentity };

type Described = Pick<BankTransaction, "iban" | "date" | "amount" | "returned" | "reference" | "text" | "payer">;

/** The data of a transaction that describes its payment. Files may omit the creditor reference and the payer. */
export type PaymentDescription = Pick<BankTransaction, "date" | "amount"> & {
  readonly creditor: string;
  readonly payer: readonly string[];
};

export const describePayment = ({ date, amount, reference, text, payer }: Described): PaymentDescription => ({
  date,
  amount,
  payer: normalisedBankWords(payer),
  creditor: feeReferencesIn(`${reference} ${text}`).sort().join() || reference,
});

/**
 * IBAN. A debit that returns a payment counts as another account than the payment, because both may have the same
 * reference.
 */
export const bankAccountKey = ({ iban, returned }: Pick<BankTransaction, "iban" | "returned">): string =>
  `${returned ? "-" : ""}${iban}`;

/** Whether two references may belong to one payment. */
export const isReferenceSameOrEmpty = (a: string, b: string): boolean => a === b || a === "" || b === "";

export const isSameCreditorReference = (a: PaymentDescription, b: PaymentDescription): boolean =>
  isReferenceSameOrEmpty(a.creditor, b.creditor);

/** Whether two transactions in different account reports may be one payment. */
const isCompatible = (a: PaymentDescription, b: PaymentDescription): boolean =>
  a.date === b.date && a.amount === b.amount && isSameCreditorReference(a, b) && isSamePayer(a.payer, b.payer);

/**
 * Adds an identity to each transaction of an upload. Yields, so that the caller can serve requests.
 * @param transactions in the order of the upload
 */
export function* identifyTransactions(
  transactions: readonly BankTransaction[],
): Generator<void, IdentifiedTransaction[]> {
  const sums = new Map<number, number>();
  for (const { entry, amount } of transactions) sums.set(entry, (sums.get(entry) ?? 0) + amount);
  const entryOf = yield* unique(
    transactions,
    "entryReference",
    (one, other) => one.date === other.date && sums.get(one.entry) === sums.get(other.entry),
  );
  const ownOf = yield* unique(
    transactions,
    "transactionReference",
    (one, other) =>
      isReferenceSameOrEmpty(entryOf(one), entryOf(other)) &&
      isCompatible(describePayment(one), describePayment(other)),
  );
  const counts = new Map<string, number>();
  const identified: IdentifiedTransaction[] = [];
  for (const one of transactions) {
    const identity = { own: ownOf(one), entry: entryOf(one), whole: one.index === null, rank: 0 };
    const key = `${one.statement} ${bankPaymentIdWithoutRank({ ...one, identity })}`;
    const rank = counts.get(key) ?? 0;
    counts.set(key, rank + 1);
    identified.push({ ...one, identity: { ...identity, rank } });
    yield;
  }
  return identified;
}

/**
 * @param isOnePayment whether transactions of two account reports may be one payment or one entry
 * @returns a function that returns account and reference; empty if the reference is a filler, or if several payments
 * have it
 */
function* unique(
  transactions: readonly BankTransaction[],
  field: "transactionReference" | "entryReference",
  isOnePayment: (one: BankTransaction, other: BankTransaction) => boolean,
): Generator<void, (one: BankTransaction) => string> {
  const keyOf = (one: BankTransaction) => `${bankAccountKey(one)} ${one[field]}`;
  const references = new Map<string, boolean>();
  for (const [key, sharing] of Map.groupBy(transactions, keyOf)) {
    const [first] = sharing as [BankTransaction];
    const carriers = field === "entryReference" ? new Set(sharing.map(({ entry }) => entry)) : new Set(sharing);
    const isOncePerReport = new Set(sharing.map(({ statement }) => statement)).size === carriers.size;
    let isUnique = isOncePerReport && !isMissingValueFiller(first[field]);
    for (const one of isUnique ? sharing : []) {
      isUnique &&= one === first || isOnePayment(first, one);
      yield;
    }
    references.set(key, isUnique);
    yield;
  }
  return (one) => (references.get(keyOf(one)) ? keyOf(one) : "");
}

type Identified = Described & { readonly identity: TransactionIdentity };

/** Id of the stored payment for a transaction. */
export const bankPaymentId = (transaction: Identified): string =>
  fnv1aHash(`${bankPaymentIdWithoutRank(transaction)} ${transaction.identity.rank}`).toString(36);

/** Equal for transactions whose `bankPaymentId` differs by the rank only. */
export function bankPaymentIdWithoutRank(transaction: Identified): string {
  const { date, amount, reference, payer } = transaction;
  const { own, entry } = transaction.identity;
  // Leave out the payer, because another file may omit the payer.
  const parts = own
    ? [own, date, amount, reference]
    : [bankAccountKey(transaction), entry, date, amount, reference, payer];
  return JSON.stringify(parts);
}
