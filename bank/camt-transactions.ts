import { BANK_TRANSACTIONS_MAX, type BankFile, type BankTransaction } from "#domain/bank/bank-file.ts";
import { isMissingValueFiller } from "#domain/bank/filler.ts";
import { type Day, dayInZurich, isDay } from "#domain/dates.ts";
import { feeReferencesIn } from "#domain/fees/reference.ts";
import type { Centimes } from "#domain/money/amount.ts";
import { normaliseIban } from "#domain/money/iban.ts";
import { type CamtEntry, type CamtValues, RefusedBankFile } from "./camt-entries.ts";

/** Longer references are ignored. A cut reference could equal another reference. */
const REFERENCE_MAX = 36;
const NAME_MAX = 140;
const TEXT_MAX = 1_000;

/** In order of preference. Paths of camt 001.04 precede the paths of 001.08. */
const DATES = ["BookgDt/Dt", "BookgDt/DtTm", "ValDt/Dt", "ValDt/DtTm"];
const PAYERS = ["UltmtDbtr/Nm", "UltmtDbtr/Pty/Nm", "Dbtr/Nm", "Dbtr/Pty/Nm"].map((name) => `RltdPties/${name}`);
const TEXTS = ["RmtInf/Ustrd", "RmtInf/Strd/AddtlRmtInf", "AddtlTxInf"];
/** Some banks and payers write our reference here. Other values are of no interest to the committee. */
const ELSEWHERE = [
  ...["EndToEndId", "InstrId", "TxId", "MsgId", "PmtInfId", "ClrSysRef", "Prtry/Ref"].map((name) => `Refs/${name}`),
  "RmtInf/Strd/RfrdDocInf/Nb",
  "RltdRmtInf/RmtId",
  ...PAYERS,
];
const NO_DETAIL: CamtValues = new Map();

/** Throws `RefusedBankFile` if an entry lacks its amount, day or direction. */
export function bankFileFromEntries(entries: Iterable<CamtEntry>): BankFile {
  const transactions: BankTransaction[] = [];
  const skipped = { notBooked: 0, otherCurrency: 0 };
  const statements = new Set<CamtValues>();
  let count = 0;
  for (const entry of entries) {
    const { account, values } = entry;
    const place = { statement: statements.add(account).size - 1, entry: count++ };
    const incoming = values.get("CdtDbtInd") === "CRDT" ? 1 : 0;
    if (statusOf(values) !== "BOOK") skipped.notBooked += incoming;
    else if (values.get("Amt@Ccy") !== "CHF") skipped.otherCurrency += incoming;
    else
      for (const { amount, ...rest } of transactionsOf(entry)) {
        if (amount === null) skipped.otherCurrency++;
        else if (amount > 0) transactions.push({ amount, ...rest, ...place });
      }
    if (transactions.length > BANK_TRANSACTIONS_MAX) throw new RefusedBankFile("many");
  }
  return { transactions, skipped };
}

const statusOf = (values: CamtValues) => values.get("Sts/Cd") || values.get("Sts");

/** Yields a transaction per detail, or for a whole entry. `amount`: null if not in CHF. */
function* transactionsOf(
  entry: CamtEntry,
): Generator<Omit<BankTransaction, "amount" | "statement" | "entry"> & { amount: Centimes | null }> {
  const { file, account, values } = entry;
  const whole = entry.details.length === 0;
  const alone = entry.details.length < 2;
  const shared = {
    iban: normaliseIban(referenceIn(account.get("Acct/Id/IBAN"))),
    date: dateOf(values, file),
    entryReference: referenceIn(values.get("AcctSvcrRef")),
    batchSize: whole ? batchSize(values.get("NtryDtls/Btch/NbOfTxs")) : 1,
  };
  for (const [index, detail] of (whole ? [NO_DETAIL] : entry.details).entries()) {
    const returned = detail.has("RtrInf") || ["true", "1"].includes(values.get("RvslInd") ?? "");
    // Skip the association's own payments, and the returns of such payments.
    if (isDebit(detail.get("CdtDbtInd") ?? values.get("CdtDbtInd")) !== returned) continue;
    const own = francsIn(detail, "Amt") ?? francsIn(detail, "AmtDtls/TxAmt/Amt");
    yield {
      ...shared,
      amount: own ?? (alone ? francsIn(values, "Amt") : null),
      returned,
      ...saidBy(detail, alone ? values : NO_DETAIL),
      payer: oneLine(
        PAYERS.map((key) => detail.get(key) ?? "").find((name) => !isMissingValueFiller(name)) ?? "",
        NAME_MAX,
      ),
      transactionReference: referenceIn(detail.get("Refs/AcctSvcrRef")),
      index: whole ? null : index,
    };
  }
}

/** The reference and the text of a payment. Our references from other elements precede the text. */
function saidBy(detail: CamtValues, entry: CamtValues): Pick<BankTransaction, "reference" | "text"> {
  const linesOf = (key: string) => (detail.get(key) ?? "").split("\n").filter((line) => !isMissingValueFiller(line));
  const references = linesOf("RmtInf/Strd/CdtrRefInf/Ref").toSorted((a, b) => ours(b) - ours(a));
  const [reference = "", ...further] = references;
  const texts = [...TEXTS.map((key) => detail.get(key)), entry.get("AddtlNtryInf")].filter(Boolean);
  const elsewhere = [...ELSEWHERE.flatMap(linesOf), entry.get("NtryRef") ?? ""];
  const shown = oneLine([...further, ...texts].join(" "), TEXT_MAX);
  const seen = new Set([reference, shown].flatMap(feeReferencesIn));
  const all = new Set([...references, texts.join(" "), ...elsewhere].flatMap(feeReferencesIn));
  const hidden = [...all].filter((one) => !seen.has(one));
  return {
    reference: feeReferencesIn(reference)[0] ?? referenceIn(reference).replace(/\s/g, "").toUpperCase(),
    text: oneLine([...hidden, shown].join(" "), TEXT_MAX),
  };
}

const ours = (reference: string): number => Number(feeReferencesIn(reference).length > 0);

function dateOf(entry: CamtValues, file: CamtValues): Day {
  const date = DATES.map((key) => entry.get(key)).find(Boolean) ?? file.get("GrpHdr/CreDtTm") ?? "";
  const instant = /T.*(?:Z|[+-]\d\d:\d\d)$/.test(date) ? new Date(date) : null;
  // A time without a zone is Swiss time. The zone of a date without a time is ignored.
  const day = instant && !Number.isNaN(instant.getTime()) ? dayInZurich(instant) : date.slice(0, 10);
  if (!isDay(day)) throw new RefusedBankFile("damaged");
  return day;
}

function isDebit(indicator: string | undefined): boolean {
  if (indicator !== "DBIT" && indicator !== "CRDT") throw new RefusedBankFile("damaged");
  return indicator === "DBIT";
}

/** Null if not in CHF. The schemas allow five decimals, but CHF has two. */
function francsIn(values: CamtValues, key: string): Centimes | null {
  if (values.get(`${key}@Ccy`) !== "CHF") return null;
  const [, francs, centimes = ""] = /^\+?(\d{1,13})(?:\.(\d{0,2})0*)?$/.exec(values.get(key) ?? "") ?? [];
  if (francs === undefined) throw new RefusedBankFile("damaged");
  return Number(francs) * 100 + Number(centimes.padEnd(2, "0"));
}

const batchSize = (typed = ""): number =>
  typed.split("\n").reduce((sum, each) => sum + (/^\d{1,6}$/.test(each) ? Number(each) : 0), 0) || 1;

const referenceIn = (text = ""): string => (text.length > REFERENCE_MAX ? "" : text);

const oneLine = (text: string, max: number): string => text.slice(0, max).replace(/\s+/g, " ").trim();
