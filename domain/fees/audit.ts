/** The accounts of a year, as auditors read them: each due and each line, and totals that add up. */
import { BANK_LINE_LABELS, type BankPayment, bankStateOf, restOf } from "#domain/bank/payment.ts";
import { dateAndTime, swissDay } from "#domain/dates.ts";
import type { Centimes } from "#domain/money/amount.ts";
import { balanceOf, type Fee, type FeeLine, KIND_LABELS, WAY_LABELS } from "./fee.ts";

export type AuditRow = {
  readonly name: string;
  readonly kind: string;
  readonly amount: Centimes;
  /** Empty for a due, which is one of the whole year. */
  readonly date: string;
  readonly way: string;
  readonly reference: string;
  /** A correction also says what it takes back. */
  readonly reason: string;
  readonly recordedAt: string;
  readonly recordedBy: string;
  readonly afterClosing: boolean;
};

export type AuditTotal = { readonly label: string; readonly amount: Centimes };

/** @param fees by name */
export const auditRows = (fees: readonly Fee[]): AuditRow[] =>
  fees.flatMap(({ name, amount, lines }) => [
    {
      ...{ name, kind: "Cotisation due", amount, date: "", way: "", reference: "", reason: "" },
      ...{ recordedAt: "", recordedBy: "", afterClosing: false },
    },
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
  const lines = fees.flatMap((fee) => fee.lines.map((line) => ({ ...line, of: kindCorrected(line, fee.lines) })));
  const sum = (amounts: readonly { readonly amount: Centimes }[]) =>
    amounts.reduce((all, { amount }) => all + amount, 0);
  const balances = fees.map(balanceOf);
  const ofKind = (kind: FeeLine["kind"], label: string) => [
    { label, amount: sum(lines.filter((line) => line.kind === kind)) },
    { label: `${label} annulés`, amount: sum(lines.filter((line) => line.of === kind)) },
  ];
  return [
    { label: "Cotisations dues", amount: sum(fees) },
    ...ofKind("payment", "Paiements"),
    ...ofKind("refund", "Remboursements"),
    ...ofKind("waiver", "Montants remis"),
    { label: "Encaissé, net", amount: sum(balances.map(({ paid }) => ({ amount: paid }))) },
    { label: "Reste ouvert", amount: sum(balances.map(({ open }) => ({ amount: open }))) },
  ];
}

const kindCorrected = ({ corrects }: FeeLine, all: readonly FeeLine[]): FeeLine["kind"] | null =>
  corrects === null ? null : (all.find(({ id }) => id === corrects)?.kind ?? null);
