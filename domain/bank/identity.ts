/** Recognises a transaction that appears in two bank files, so that only one payment is stored. */
import { fingerprint } from "#domain/fees/reference.ts";
import type { BankTransaction } from "./bank-file.ts";

/** Identifies a bank transaction in any file. An entry is a booking of one or more transactions. */
export type TransactionIdentity = {
  /** IBAN and the bank's reference of the transaction. Empty if unknown or not unique in the entry. */
  readonly own: string;
  /** IBAN and the bank's reference of the entry. Empty if unknown. */
  readonly entry: string;
  /** Distinguishes the transactions of an entry. Empty if the file lists no transactions of the entry. */
  readonly detail: string;
  /** Number of earlier transactions in the file for which `likeness` returns the same text. */
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

/** Whether the bank gave no reference. The site then cannot distinguish transactions that look alike. */
export const isUncertain = ({ own, entry }: TransactionIdentity): boolean => own === "" && entry === "";

type Likeable = Pick<BankTransaction, "iban" | "date" | "amount" | "returned" | "reference" | "payer">;

/** Returns the same text for transactions that look alike. Such transactions may still be different payments. */
export const likeness = ({ iban, date, amount, returned, reference, payer }: Likeable): string =>
  JSON.stringify([iban, date, amount, returned, reference, payer]);

/** Id of the stored payment for a transaction. */
export function identityKey(transaction: Likeable & { readonly identity: TransactionIdentity }): string {
  const { own, entry, detail, rank } = transaction.identity;
  return fingerprint(own || JSON.stringify(entry ? [entry, detail] : [likeness(transaction), rank])).toString(36);
}

/**
 * Whether two identities belong to the same transaction. One file may list an entry as a whole, another file each of its
 * transactions: the whole and each transaction count as the same. Otherwise the site would store an amount twice.
 */
export function isSame(a: TransactionIdentity, b: TransactionIdentity): boolean {
  if (a.own && a.own === b.own) return true;
  const differ = [a, b].every(({ own, entry }) => own !== "" && own !== entry);
  if (differ || a.entry === "" || a.entry !== b.entry) return false;
  return a.detail === "" || b.detail === "" || a.detail === b.detail;
}
