/** Recognises a transaction that appears in two files of the bank, so that the site stores only one payment. */
import { fingerprint } from "#domain/fees/reference.ts";
import type { BankTransaction } from "./bank-file.ts";

/** References that identify a transaction across files; empty if unknown. Excludes the UETR, which many files lack. */
export type Identity = {
  /** Account and the bank's reference of the transaction; empty if several details of the entry share the reference. */
  readonly own: string;
  /** Account and the bank's reference of the entry. */
  readonly entry: string;
  /**
   * Amount, reference (else payer), and number among the entry's details with the same values. Empty without details.
   */
  readonly detail: string;
  /** Rank among the transactions of the file with the same `likeness`, from 0. */
  readonly rank: number;
};

export type Identified = BankTransaction & { readonly identity: Identity };

/** Adds an identity to each transaction of a file. @param transactions in the order of the file */
export function identify(transactions: readonly BankTransaction[]): Identified[] {
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

/** Whether the bank's references cannot distinguish the transaction from others with the same `likeness`. */
export const isUncertain = ({ own, entry }: Identity): boolean => own === "" && entry === "";

type Likeable = Pick<BankTransaction, "iban" | "date" | "amount" | "returned" | "reference" | "payer">;

/** @returns a text that is equal for transactions that look alike, although these may be different payments */
export const likeness = ({ iban, date, amount, returned, reference, payer }: Likeable): string =>
  JSON.stringify([iban, date, amount, returned, reference, payer]);

/** The id under which the payment of a transaction is stored. */
export function identityKey(transaction: Likeable & { readonly identity: Identity }): string {
  const { own, entry, detail, rank } = transaction.identity;
  return fingerprint(own || JSON.stringify(entry ? [entry, detail] : [likeness(transaction), rank])).toString(36);
}

/**
 * Whether two transactions are the same according to the bank's references. One file may list an entry as a whole
 * (`detail` is empty), and another file its details: the whole is the same as each detail. Two transactions with
 * different `own` references are the same only if one of the references is that of the entry.
 */
export function isSame(a: Identity, b: Identity): boolean {
  if (a.own && a.own === b.own) return true;
  const differ = [a, b].every(({ own, entry }) => own !== "" && own !== entry);
  if (differ || a.entry === "" || a.entry !== b.entry) return false;
  return a.detail === "" || b.detail === "" || a.detail === b.detail;
}
