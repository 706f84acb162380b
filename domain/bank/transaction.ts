import type { Day } from "#domain/dates.ts";
import type { Centimes } from "#domain/money/amount.ts";

/** One booked transaction of a bank's file (camt.053 or camt.054), of an account in CHF. */
export type BankTransaction = {
  /** IBAN of the account, without spaces. */
  readonly iban: string;
  /** Positive; `returned` says that the money went back (a debit with a return reason, or that reverses a credit). */
  readonly amount: Centimes;
  readonly returned: boolean;
  /** Of the booking. */
  readonly date: Day;
  /** Structured creditor reference without spaces, in capitals; empty without one. */
  readonly reference: string;
  /** Free text of the payer and of the bank; may hold a reference. */
  readonly text: string;
  readonly payer: string;
  /** The bank's reference of the entry (`Ntry/AcctSvcrRef`), which a whole batch shares; may be empty. */
  readonly entryReference: string;
  /** The bank's reference of the transaction (`TxDtls/Refs/AcctSvcrRef`); may be empty or that of the batch. */
  readonly transactionReference: string;
  /** `UETR`, only since version 08; may be empty. */
  readonly uetr: string;
  /** Place among the details of its entry, from 0; null for an entry without details. */
  readonly index: number | null;
  /**
   * How many transactions an entry without details sums up (`NtryDtls/Btch/NbOfTxs`), whose details a camt.054 with the
   * same `entryReference` lists; 1 for all others.
   */
  readonly batchSize: number;
};
