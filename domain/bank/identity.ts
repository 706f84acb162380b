/** Recognises a transaction that appears in two files of the bank, so that the site stores only one payment. */
import { fingerprint } from "#domain/fees/reference.ts";
import type { BankTransaction } from "./bank-file.ts";

/**
 * References that identify a bank transaction across files; empty if unknown. Excludes the UETR, which many files lack.
 * An entry is a booking on the bank account; its details are the transactions that the booking sums up.
 */
export type TransactionIdentity = {
  /** IBAN and the bank's reference of the transaction; empty if several details of the entry share the reference. */
  readonly own: string;
  /** IBAN and the bank's reference of the entry. */
  readonly entry: string;
  /**
   * Amount, payment reference (or payer, if there is none), and the number of earlier details of the same entry with
   * this amount and reference. Empty for an entry without details.
   */
  readonly detail: string;
  /** Number of earlier transactions in the file with the same `likeness`. */
  readonly rank: number;
};

export type IdentifiedTransaction = BankTransaction & { readonly identity: TransactionIdentity };

/** Adds an identity to each transaction of a file. @param transactions in the order of the file */
export function identifyTransactions(transactions: readonly BankTransaction[]): IdentifiedTransaction[] {
  const entries: BankTransaction[][] = [];
  for (const one of transactions) {
    const before = entries.at(-1)?.at(-1);
    const isNext = before && before.entryReference === one.entryReference && before.iban === one.iban;
    if (isNext && (before.index ?? 0) < (one.index ?? 0)) entries.at(-1)?.push(one);
    else entries.push([one]);
  }
  const rankInFile = counter();
  return entries.flatMap((entry) => {
    const rankInEntry = counter();
    const sharing = Map.groupBy(entry, ({ transactionReference }) => transactionReference);
    return entry.map((one) => {
      const { amount, reference, payer, entryReference, transactionReference: own } = one;
      const account = `${one.returned ? "-" : ""}${one.iban}`;
      const about = `${amount} ${reference || payer}`;
      const identity = {
        own: own && sharing.get(own)?.length === 1 ? `${account} ${own}` : "",
        entry: entryReference && `${account} ${entryReference}`,
        detail: one.index === null ? "" : `${about} ${rankInEntry(about)}`,
        rank: rankInFile(likeness(one)),
      };
      return { ...one, identity };
    });
  });
}

function counter() {
  const counts = new Map<string, number>();
  return (key: string): number => {
    const rank = counts.get(key) ?? 0;
    counts.set(key, rank + 1);
    return rank;
  };
}

/** Whether both references are missing. The site then cannot tell the transaction from others of equal `likeness`. */
export const isUncertain = ({ own, entry }: TransactionIdentity): boolean => own === "" && entry === "";

type Likeable = Pick<BankTransaction, "iban" | "date" | "amount" | "returned" | "reference" | "payer">;

/** @returns a text that is equal for transactions that look alike, although these may be different payments */
export const likeness = ({ iban, date, amount, returned, reference, payer }: Likeable): string =>
  JSON.stringify([iban, date, amount, returned, reference, payer]);

/** The id under which the payment of a transaction is stored. */
export function identityKey(transaction: Likeable & { readonly identity: TransactionIdentity }): string {
  const { own, entry, detail, rank } = transaction.identity;
  return fingerprint(own || JSON.stringify(entry ? [entry, detail] : [likeness(transaction), rank])).toString(36);
}

/**
 * Whether two transactions are the same, according to the bank's references. One file may list only an entry (`detail`
 * is empty), and another file its details: each detail then is the same as the entry, so that no amount is stored
 * twice. Different `own` references mean different transactions, unless one of them repeats its entry's reference.
 */
export function isSame(a: TransactionIdentity, b: TransactionIdentity): boolean {
  if (a.own && a.own === b.own) return true;
  const differ = [a, b].every(({ own, entry }) => own !== "" && own !== entry);
  if (differ || a.entry === "" || a.entry !== b.entry) return false;
  return a.detail === "" || b.detail === "" || a.detail === b.detail;
}
