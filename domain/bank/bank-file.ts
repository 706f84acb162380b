import type { Day } from "#domain/dates.ts";
import type { Centimes } from "#domain/money/amount.ts";

/** A booked CHF transaction in a bank's file (camt.053 or camt.054). Unknown texts are empty. */
export type BankTransaction = {
  /** IBAN of the account, without spaces. */
  readonly iban: string;
  /** In centimes, always positive. */
  readonly amount: Centimes;
  /** True for a debit that returns an incoming payment: it has a return reason, or reverses a credit. */
  readonly returned: boolean;
  /** The day of the booking. */
  readonly date: Day;
  /** Structured creditor reference without spaces, in capitals. */
  readonly reference: string;
  /** Free text of the payer and of the bank; may contain a reference. */
  readonly text: string;
  readonly payer: string;
  /** The bank's reference of the entry (`Ntry/AcctSvcrRef`), which all details of the entry share. */
  readonly entryReference: string;
  /** The bank's reference of the transaction (`TxDtls/Refs/AcctSvcrRef`); may equal `entryReference`. */
  readonly transactionReference: string;
  /** Index among the details (`TxDtls`) of the entry, from 0; null for an entry without details. */
  readonly index: number | null;
  /** Number of transactions that an entry without details sums up (`NtryDtls/Btch/NbOfTxs`), otherwise 1. */
  readonly batchSize: number;
};

/** The transactions in a bank's file, or in all files of a ZIP. Empty if nothing was booked. */
export type BankFile = {
  /** Incoming payments and returned incoming payments, in the order of the file. Other debits are left out. */
  readonly transactions: readonly BankTransaction[];
  /** Numbers of entries left out: not booked yet, or in another currency than CHF. */
  readonly skipped: { readonly notBooked: number; readonly otherCurrency: number };
};

/** Maximum size of an XML file, of a ZIP file, and of a ZIP's unpacked content. */
export const BANK_FILE_MAX_BYTES = 20 * 1024 * 1024;

/** Maximum number of transactions in a file. Receiving a longer list from a worker blocks the main thread. */
export const BANK_TRANSACTIONS_MAX = 3_000;

const SHORTER = "Demandez à la banque un relevé d’une période plus courte.";

export const BANK_FILE_SENTENCES = {
  size: `Ce fichier dépasse 20\u00a0MB. ${SHORTER}`,
  format: "Ce fichier n’est ni un relevé en XML, ni un ZIP. Choisissez le fichier camt.053 ou camt.054 de la banque.",
  version: "Le site lit camt.053 et camt.054, version\u00a0001.08 ou\u00a0001.04. Demandez ce format à la banque.",
  damaged: "Ce relevé est incomplet ou abîmé. Téléchargez-le de nouveau chez la banque.",
  encoding: "Les caractères de ce relevé sont illisibles\u00a0: il lui faut UTF-8, UTF-16 ou ISO-8859-1.",
  entities: "Ce fichier contient un DOCTYPE, étranger à un relevé. Téléchargez-le de nouveau chez la banque.",
  archive: "Ce ZIP est incomplet, abîmé ou protégé par un mot de passe. Téléchargez-le de nouveau chez la banque.",
  "no-xml": "Ce ZIP ne contient aucun relevé en XML. Ouvrez-le, puis choisissez le fichier camt.053 ou camt.054.",
  unpacked: `Ce ZIP contient trop de fichiers, ou plus de 20\u00a0MB une fois ouvert. ${SHORTER}`,
  many: `Ce relevé contient plus de 3’000\u00a0versements. ${SHORTER}`,
  heavy: "La lecture prend trop de temps. Réessayez plus tard, ou demandez à la banque une période plus courte.",
} as const;
export type BankFileRefusal = keyof typeof BANK_FILE_SENTENCES;
