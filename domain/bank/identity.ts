/** What makes a transaction the same one in two files of the bank, so that it counts once. */
import { fingerprint } from "#domain/fees/reference.ts";
import type { BankTransaction } from "./transaction.ts";

/** Empty texts are unknown. `UETR` is no part of it: one of the two files may lack it. */
export type Identity = {
  /** Account and the bank's reference of the transaction, unless several details of the entry share it. */
  readonly own: string;
  /** Account and the bank's reference of the entry. */
  readonly entry: string;
  /**
   * Which of the entry's details: amount, reference or payer, and rank among equals, which stay the same in another
   * order. Empty for an entry without details.
   */
  readonly detail: string;
  /** Rank among the transactions of the file that are `alike`. */
  readonly rank: number;
};

export type Identified = BankTransaction & { readonly identity: Identity };

/** @param transactions of a file, in its order */
export function identify(transactions: readonly BankTransaction[]): Identified[] {
  const entries: BankTransaction[][] = [];
  for (const transaction of transactions) {
    if (!transaction.index) entries.push([]);
    entries.at(-1)?.push(transaction);
  }
  const rankInFile = counter();
  return entries.flatMap((entry) => {
    const rankInEntry = counter();
    const sharing = Map.groupBy(entry, ({ transactionReference }) => transactionReference);
    return entry.map((transaction): Identified => {
      const { amount, reference, payer, index, entryReference, transactionReference } = transaction;
      const account = `${transaction.returned ? "-" : ""}${transaction.iban}`;
      const isOwn = transactionReference !== "" && sharing.get(transactionReference)?.length === 1;
      const about = `${amount} ${reference || payer}`;
      const identity = {
        own: isOwn ? `${account} ${transactionReference}` : "",
        entry: entryReference && `${account} ${entryReference}`,
        detail: index === null ? "" : `${about} ${rankInEntry(about)}`,
        rank: rankInFile(likeness(transaction)),
      };
      return { ...transaction, identity };
    });
  });
}

function counter() {
  const counts = new Map<string, number>();
  return (key: string): number => {
    const count = counts.get(key) ?? 0;
    counts.set(key, count + 1);
    return count;
  };
}

/** Whether nothing of the bank tells the transaction from another one that is `alike`. */
export const isUncertain = ({ own, entry }: Identity): boolean => own === "" && entry === "";

/** Equal for two transactions that may be the same one, if one of them is uncertain. */
export const likeness = ({
  iban,
  date,
  amount,
  returned,
  reference,
  payer,
}: Pick<BankTransaction, "iban" | "date" | "amount" | "returned" | "reference" | "payer">): string =>
  JSON.stringify([iban, date, amount, returned, reference, payer]);

/** Id of the stored payment. */
export const identityKey = (transaction: Identified): string => {
  const { own, entry, detail, rank } = transaction.identity;
  const key = own || (entry ? `${entry}\n${detail}` : `${likeness(transaction)}\n${rank}`);
  return fingerprint(key).toString(36);
};

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
