/** The accounts of a year, as auditors read them: each due and each line, and totals that add up. */
import { BANK_LINE_LABELS, type BankPayment, bankStateOf, restOf } from "#domain/bank/payment.ts";
import { dateAndTime, swissDay } from "#domain/dates.ts";
import type { Centimes } from "#domain/money/amount.ts";
import { balanceOf, type Fee, type FeeLine, KIND_LABELS, WAY_LABELS } from "./fee.ts";

const NO_TEXTS = { date: "", way: "", reference: "", reason: "", recordedAt: "", recordedBy: "" };

/** A due has no dates, because it is one of the whole year. The reason of a correction says what it takes back. */
export type AuditRow = Readonly<typeof NO_TEXTS> & {
  readonly name: string;
  readonly kind: string;
  readonly amount: Centimes;
  readonly afterClosing: boolean;
};

export type AuditTotal = { readonly label: string; readonly amount: Centimes };

/** @param fees by name */
export const auditRows = (fees: readonly Fee[]): AuditRow[] =>
  fees.flatMap(({ name, amount, lines }) => [
    { ...NO_TEXTS, name, kind: "Cotisation due", amount, afterClosing: false },
    ...lines.map((line) => rowOf(line, name, lines)),
  ]);

function rowOf(line: FeeLine, name: string, all: readonly FeeLine[]): AuditRow {
  const { kind, amount, date, way, reference, at, by, afterClosing } = line;
  const corrected = all.find(({ id }) => id === line.corrects);
  const reverses = corrected && `annule\u00a0: ${KIND_LABELS[corrected.kind]} du ${swissDay(corrected.date)}`;
  return {
    ...{ name, kind: KIND_LABELS[kind], amount, date: swissDay(date), way: way && WAY_LABELS[way], reference },
    reason: [reverses, line.reason].filter(Boolean).join(", "),
    ...{ recordedAt: dateAndTime(at), recordedBy: by?.name ?? "", afterClosing },
  };
}

/** What the bank's payments hold beside payments of fees: what is to be decided, and what was decided otherwise. */
export const bankRows = (payments: readonly BankPayment[]): AuditRow[] =>
  payments.flatMap((payment) => {
    const { payer: name, date, reference, text, lines } = payment;
    const shared = { name, way: WAY_LABELS.bank, reference, reason: text, afterClosing: false };
    const rest = { kind: STATE_LABELS[bankStateOf(payment)], amount: restOf(payment), date: swissDay(date) };
    return [
      ...lines
        .filter(({ fee }) => fee === "")
        .map(({ kind, amount, at, by, ...line }) => ({
          ...{ ...shared, kind: BANK_LINE_LABELS[kind], amount, date: swissDay(line.date) },
          ...{ recordedAt: dateAndTime(at), recordedBy: by?.name ?? "" },
        })),
      ...(rest.amount > 0 ? [{ ...shared, ...rest, recordedAt: "", recordedBy: "" }] : []),
    ];
  });

const STATE_LABELS = { open: "À classer", waiting: "En attente", settled: "" };

/** Sums of `bankRows`, per kind; those of returns to be decided are not taken off. */
export const bankTotals = (rows: readonly AuditRow[]): AuditTotal[] =>
  [...Map.groupBy(rows, ({ kind }) => kind)].map(([kind, of]) => ({
    label: `Banque\u00a0: ${kind}`,
    amount: of.reduce((sum, { amount }) => sum + amount, 0),
  }));

/** All sums of a year. Those of corrected lines stand apart, so that every row is in one sum. */
export function auditTotals(fees: readonly Fee[]): AuditTotal[] {
  const lines = fees.flatMap((fee) =>
    fee.lines.map((line) => ({ ...line, of: fee.lines.find(({ id }) => id === line.corrects)?.kind })),
  );
  const total = (label: string, amounts: readonly Centimes[]) => ({
    label,
    amount: amounts.reduce((a, b) => a + b, 0),
  });
  const ofKind = (kind: FeeLine["kind"], label: string) => [
    total(
      label,
      lines.flatMap((line) => (line.kind === kind ? line.amount : [])),
    ),
    total(
      `${label} annulés`,
      lines.flatMap((line) => (line.of === kind ? line.amount : [])),
    ),
  ];
  const balances = fees.map(balanceOf);
  return [
    total(
      "Cotisations dues",
      fees.map(({ amount }) => amount),
    ),
    ...ofKind("payment", "Paiements"),
    ...ofKind("refund", "Remboursements"),
    ...ofKind("waiver", "Montants remis"),
    total(
      "Encaissé, net",
      balances.map(({ paid }) => paid),
    ),
    total(
      "Reste ouvert",
      balances.map(({ open }) => open),
    ),
  ];
}
