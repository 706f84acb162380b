import type { Day } from "#domain/dates.ts";
import type { Centimes } from "#domain/money/amount.ts";

/** A booked transaction in CHF of a bank's file (camt.053 or camt.054). Unknown texts are empty. */
export type BankTransaction = {
  /** IBAN of the account, without spaces. */
  readonly iban: string;
  /** Always positive. */
  readonly amount: Centimes;
  /** Whether the money went back: a debit with a return reason, or a debit that reverses a credit. */
  readonly returned: boolean;
  /** The day of the booking. */
  readonly date: Day;
  /** Structured creditor reference without spaces, in capitals. */
  readonly reference: string;
  /** Free text of the payer and of the bank; may hold a reference. */
  readonly text: string;
  readonly payer: string;
  /** The bank's reference of the entry (`Ntry/AcctSvcrRef`), which a whole batch shares. */
  readonly entryReference: string;
  /** The bank's reference of the transaction (`TxDtls/Refs/AcctSvcrRef`); may be that of the batch. */
  readonly transactionReference: string;
  /** Place among the details of its entry, from 0; null for an entry without details. */
  readonly index: number | null;
  /** Number of transactions that an entry without details sums up (`NtryDtls/Btch/NbOfTxs`); 1 for all others. */
  readonly batchSize: number;
};
