import { BANK_DECISION_LABELS, type BankPayment, bankPaymentState, undecidedAmount } from "#domain/bank/payment.ts";
import { swissDateAndTime, swissDay } from "#domain/dates.ts";
import type { Centimes } from "#domain/money/amount.ts";
import { FEE_LINE_LABELS, type Fee, type FeeLine, feeBalance, PAYMENT_METHOD_LABELS } from "./fee.ts";

const NO_TEXTS = { date: "", way: "", reference: "", reason: "", recordedAt: "", recordedBy: "" };

/** A row for the auditors. Texts without a value are empty. The `reason` of a correction names the cancelled line. */
export type AuditRow = Readonly<typeof NO_TEXTS> & {
  readonly name: string;
  readonly kind: string;
  readonly amount: Centimes;
  readonly afterClosing: boolean;
};

type AuditTotal = { readonly label: string; readonly amount: Centimes };

/** For each fee: a row with the amount due, then a row for each line. @param fees sorted by name */
export const auditRows = (fees: readonly Fee[]): AuditRow[] =>
  fees.flatMap(({ name, amount, lines }) => [
    { ...NO_TEXTS, name, kind: "Cotisation due", amount, afterClosing: false },
    ...lines.map((line) => rowOf(line, name, lines)),
  ]);

function rowOf(line: FeeLine, name: string, all: readonly FeeLine[]): AuditRow {
  const { kind, way, reference, afterClosing } = line;
  const corrected = all.find(({ id }) => id === line.corrects);
  const reverses = corrected && `annule\u00a0: ${FEE_LINE_LABELS[corrected.kind]} du ${swissDay(corrected.date)}`;
  return {
    ...recorded(line),
    name,
    kind: FEE_LINE_LABELS[kind],
    way: way && PAYMENT_METHOD_LABELS[way],
    reference,
    afterClosing,
    reason: [reverses, line.reason].filter(Boolean).join(", "),
  };
}

const recorded = ({ amount, date, at, by }: Pick<FeeLine, "amount" | "date" | "at" | "by">) => ({
  amount,
  date: swissDay(date),
  recordedAt: swissDateAndTime(at),
  recordedBy: by?.name ?? "",
});

/** A row for each decision that pays no fee, and a row for the undecided amount of each payment. */
export const bankAuditRows = (payments: readonly BankPayment[]): AuditRow[] =>
  payments.flatMap((payment) => {
    const { payer: name, date, reference, text, lines } = payment;
    const shared = { ...NO_TEXTS, name, way: PAYMENT_METHOD_LABELS.bank, reference, reason: text, afterClosing: false };
    const rest = {
      kind: STATE_LABELS[bankPaymentState(payment)],
      amount: undecidedAmount(payment),
      date: swissDay(date),
    };
    const decided = lines.filter(({ fee }) => fee === "");
    return [
      ...decided.map((line) => ({ ...shared, ...recorded(line), kind: BANK_DECISION_LABELS[line.kind] })),
      ...(rest.amount > 0 ? [{ ...shared, ...rest }] : []),
    ];
  });

const STATE_LABELS = { open: "À vérifier", waiting: "En attente", settled: "" };

const total = (label: string, parts: readonly Pick<AuditTotal, "amount">[]): AuditTotal => ({
  label,
  amount: parts.reduce((sum, { amount }) => sum + amount, 0),
});

/** Sums of `bankAuditRows` by kind. Returned payments are added, not subtracted. */
export const bankAuditTotals = (rows: readonly AuditRow[]): AuditTotal[] =>
  [...Map.groupBy(rows, ({ kind }) => kind)].map(([kind, ofKind]) => total(`Banque\u00a0: ${kind}`, ofKind));

/** Sums of a year's fees that are not zero. « Paiements annulés » is not subtracted from « Paiements ». */
export function auditTotals(fees: readonly Fee[]): AuditTotal[] {
  const lines = fees.flatMap((fee) =>
    fee.lines.map((line) => ({ ...line, of: fee.lines.find(({ id }) => id === line.corrects)?.kind })),
  );
  const ofKind = (kind: FeeLine["kind"], label: string) => {
    const [own, corrected] = [lines.filter((line) => line.kind === kind), lines.filter(({ of }) => of === kind)];
    return [total(label, own), total(`${label} annulés`, corrected)];
  };
  const balances = fees.map(feeBalance);
  const ofAll = (key: "paid" | "open", label: string) => {
    const parts = balances.map((balance) => ({ amount: balance[key] }));
    return total(label, parts);
  };
  return [
    total("Cotisations dues", fees),
    ...ofKind("payment", "Paiements"),
    ...ofKind("refund", "Remboursements"),
    ...ofKind("waiver", "Montants non demandés"),
    ofAll("paid", "Encaissé, net"),
    ofAll("open", "Reste ouvert"),
  ].filter(({ amount }) => amount !== 0);
}
