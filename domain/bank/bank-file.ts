import type { Day } from "#domain/dates.ts";
import type { Centimes } from "#domain/money/amount.ts";

/** A booked transaction in CHF (camt.053 or camt.054). A text that the file lacks is empty. */
export type BankTransaction = {
  /** Without spaces. */
  readonly iban: string;
  /** Always positive. */
  readonly amount: Centimes;
  /** Whether the transaction is a debit that returns an incoming payment. */
  readonly returned: boolean;
  readonly date: Day;
  /** Structured creditor reference, in capitals and without spaces. Prefers a reference of a fee. */
  readonly reference: string;
  /** Further creditor references, and the free text. */
  readonly text: string;
  /** The ultimate debtor, or else the debtor. */
  readonly payer: string;
  /** The bank's reference of the whole entry (`Ntry/AcctSvcrRef`). */
  readonly entryReference: string;
  /** The bank's reference of this transaction (`TxDtls/Refs/AcctSvcrRef`). May equal `entryReference`. */
  readonly transactionReference: string;
  /** Position of the account report (`Stmt` or `Ntfctn`) in the upload, which may be a ZIP of several files. */
  readonly statement: number;
  /** Position of the entry (`Ntry`) in the upload. */
  readonly entry: number;
  /** Position among the `TxDtls` of the entry, from 0. Null for an entry without `TxDtls`. */
  readonly index: number | null;
  /** Number of transactions in this sum (`NtryDtls/Btch/NbOfTxs`). 1 for a single transaction. */
  readonly batchSize: number;
};

export type BankFile = {
  /** In the order of the file. Contains incoming payments and their returns, but no other debits. */
  readonly transactions: readonly BankTransaction[];
  /** Numbers of incoming payments that are not in `transactions`. */
  readonly skipped: { readonly notBooked: number; readonly otherCurrency: number };
};

/** Bytes of an XML file, of a ZIP file, and of a ZIP file's unpacked content. */
export const BANK_FILE_MAX_BYTES = 20 * 1024 * 1024;

/** Limit per file, because receiving the transactions from a worker blocks the main thread. */
export const BANK_TRANSACTIONS_MAX = 3_000;

/**
 * The sentence asks only for version 001.08. The site also reads 001.04, which Swiss banks stopped in November 2026.
 */
const ASK = "Demandez à la banque camt.053 ou camt.054, version\u00a0001.08.";
const SHORTER = "Demandez à la banque un relevé d’une période plus courte.";

export const BANK_FILE_SENTENCES = {
  size: `Ce fichier dépasse 20\u00a0MB. ${SHORTER}`,
  format: `Ce fichier n’est ni un relevé en XML, ni un ZIP. ${ASK}`,
  version: `Le site ne lit pas ce format. ${ASK}`,
  damaged: "Ce relevé est incomplet ou abîmé. Téléchargez-le de nouveau chez la banque.",
  encoding: "Les caractères de ce relevé sont illisibles\u00a0: il lui faut UTF-8, UTF-16 ou ISO-8859-1.",
  entities: "Ce fichier contient un DOCTYPE, étranger à un relevé. Téléchargez-le de nouveau chez la banque.",
  archive: "Ce ZIP est incomplet, abîmé ou protégé par un mot de passe. Téléchargez-le de nouveau chez la banque.",
  "no-xml": `Ce ZIP ne contient aucun relevé en XML. ${ASK}`,
  unpacked: `Ce ZIP contient trop de fichiers, ou plus de 20\u00a0MB une fois ouvert. ${SHORTER}`,
  many: `Ce relevé contient plus de 3’000\u00a0versements. ${SHORTER}`,
  heavy: "La lecture prend trop de temps. Réessayez plus tard, ou demandez à la banque une période plus courte.",
} as const;
export type BankFileRefusal = keyof typeof BANK_FILE_SENTENCES;
