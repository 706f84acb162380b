/** What makes a transaction the same one in two files of the bank, so that it counts once. */
import { fingerprint } from "#domain/fees/reference.ts";
import type { BankTransaction } from "./transaction.ts";

/** Empty texts are unknown. `UETR` is no part of it: one of the two files may lack it. */
export type Identity = {
  /** Account and the bank's reference of the transaction, unless several details of the entry share it. */
  readonly own: string;
  /** Account and the bank's reference of the entry. */
  readonly entry: string;
  /** Amount, reference or payer, and rank among equals of the entry, which stay the same in another order. Empty for an entry without details. */
  readonly detail: string;
  /** Rank among the transactions of the file with the same `likeness`. */
  readonly rank: number;
};

export type Identified = BankTransaction & { readonly identity: Identity };

/** @param transactions of a file, in its order */
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
    return entry.map((one): Identified => {
      const { amount, reference, payer, entryReference, transactionReference } = one;
      const account = `${one.returned ? "-" : ""}${one.iban}`;
      const isOwn = transactionReference !== "" && sharing.get(transactionReference)?.length === 1;
      const about = `${amount} ${reference || payer}`;
      const identity = {
        own: isOwn ? `${account} ${transactionReference}` : "",
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
    counts.set(key, (counts.get(key) ?? -1) + 1);
    return counts.get(key) ?? 0;
  };
}

/** Whether nothing of the bank tells the transaction from another one with the same `likeness`. */
export const isUncertain = ({ own, entry }: Identity): boolean => own === "" && entry === "";

type Likeable = Pick<BankTransaction, "iban" | "date" | "amount" | "returned" | "reference" | "payer">;

export const likeness = ({ iban, date, amount, returned, reference, payer }: Likeable): string =>
  JSON.stringify([iban, date, amount, returned, reference, payer]);

/** Id of the stored payment. */
export function identityKey(transaction: Likeable & { readonly identity: Identity }): string {
  const { own, entry, detail, rank } = transaction.identity;
  return fingerprint(own || JSON.stringify(entry ? [entry, detail] : [likeness(transaction), rank])).toString(36);
}

/**
 * Whether two transactions are the same by the references of the bank. An entry without details is the same as each of
 * its details. Two different references of transactions say no, unless one of them is only that of its entry.
 */
export function isSame(a: Identity, b: Identity): boolean {
  if (a.own && a.own === b.own) return true;
  const differ = [a, b].every(({ own, entry }) => own !== "" && own !== entry);
  if (differ || a.entry === "" || a.entry !== b.entry) return false;
  return a.detail === "" || b.detail === "" || a.detail === b.detail;
}
