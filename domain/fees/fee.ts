import { type Day, dayInZurich, swissDay } from "#domain/dates.ts";
import { type Centimes, formatAmount } from "#domain/money/amount.ts";
import type { Author, Person } from "#domain/person.ts";
import { joinedOn, type MemberData } from "#domain/register/member.ts";

export const PAYMENT_METHODS = ["bank", "cash", "twint"] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

export const PAYMENT_METHOD_LABELS: Record<PaymentMethod, string> = { bank: "Banque", cash: "Espèces", twint: "TWINT" };

export type SendingWay = "sms" | "whatsapp" | "shared" | "printed" | "email";

/** `refused`: why the mail server refused the mail for good, as a French sentence. Absent if it did not. */
export type FeeSending = Author & { readonly way: SendingWay; readonly reminder: boolean; readonly refused?: string };

export type FeeYear = {
  /** The year, with four digits. */
  readonly year: string;
  readonly amount: Centimes;
  /** Members who joined after this day do not pay for `year`. */
  readonly joinedBy: Day;
  readonly openedAt: Date;
  readonly openedBy: Person | null;
  /** Null while the year is open. Lines that are added after this time have `afterClosing`. */
  readonly closedAt: Date | null;
  readonly closedBy: Person | null;
};

export const FEE_LINE_LABELS = {
  payment: "Paiement",
  refund: "Remboursement",
  waiver: "Montant non demandé",
  correction: "Correction",
};

/**
 * A booking on a fee. Lines never change. A `refund` pays money back to the member. A `waiver` cancels a part of the
 * fee. A `correction` cancels another line (`corrects`), and has the same `amount`.
 */
export type FeeLine = Author & {
  /** Unique within the fee. Adding a line with an existing id has no effect. */
  readonly id: string;
  readonly kind: keyof typeof FEE_LINE_LABELS;
  readonly amount: Centimes;
  /** The day of the payment, of the refund or of the decision. */
  readonly date: Day;
  /** Empty for a waiver. */
  readonly way: PaymentMethod | "";
  /** The bank's reference of the transaction. May be empty. */
  readonly reference: string;
  readonly reason: string;
  readonly corrects: string | null;
  readonly afterClosing: boolean;
};

export type NewFeeLine = Omit<FeeLine, "at" | "by" | "afterClosing">;

/** A line in French: « 01.02.2027 : Paiement CHF 50.–, Espèces, noté par Anne ». */
export const feeLineInFrench = ({ kind, amount, date, way, reference, reason, by, afterClosing }: FeeLine): string =>
  [
    `${swissDay(date)}\u00a0: ${FEE_LINE_LABELS[kind]} ${formatAmount(amount)}`,
    way && PAYMENT_METHOD_LABELS[way],
    reference,
    reason,
    by && `noté par ${by.name}`,
    afterClosing && "après le bouclement",
  ]
    .filter(Boolean)
    .join(", ");

export const FEE_FILTERS = ["open", "paid", "waived", "all"] as const;
export type FeeFilter = (typeof FEE_FILTERS)[number];

export type Fee = {
  readonly id: string;
  readonly year: string;
  readonly member: string;
  /** The member's name. Remains after the member is erased: the law requires that financial records are kept. */
  readonly name: string;
  readonly isErased?: boolean;
  readonly amount: Centimes;
  readonly lines: readonly FeeLine[];
  /** Bills and reminders, oldest first. */
  readonly sendings: readonly FeeSending[];
};

/** The bills and reminders that were not refused, oldest first. */
export const sendingsNotRefused = ({ sendings }: Pick<Fee, "sendings">): FeeSending[] =>
  sendings.filter(({ refused }) => refused === undefined);

/** The id of a member's fee for a year. */
export const feeId = (year: string, member: string): string => `${year}-${member}`;

/** `waived`: nothing is open, and at least a part was waived. */
export type FeeState = "due" | "partly" | "paid" | "waived";

export type FeeBalance = { readonly state: FeeState } & Readonly<Record<"paid" | "waived" | "open", Centimes>>;

/** Omits corrections and the lines that corrections cancel. */
export function effectiveFeeLines<Line extends Pick<FeeLine, "id" | "corrects"> & { readonly kind: string }>(
  lines: readonly Line[],
): Line[] {
  const corrected = new Set(lines.map(({ corrects }) => corrects));
  return lines.filter(({ id, kind }) => kind !== "correction" && !corrected.has(id));
}

/** The paid, waived and open sums of a fee. `paid` may exceed the fee. */
export function feeBalance({ amount, lines }: Pick<Fee, "amount" | "lines">): FeeBalance {
  const effective = effectiveFeeLines(lines);
  const sum = (kind: FeeLine["kind"]) =>
    effective.reduce((total, line) => (line.kind === kind ? total + line.amount : total), 0);
  const paid = sum("payment") - sum("refund");
  const waived = sum("waiver");
  const open = Math.max(0, amount - paid - waived);
  const settled = waived > 0 ? "waived" : "paid";
  return { state: open === 0 ? settled : paid > 0 ? "partly" : "due", paid, waived, open };
}

/** Whether a member owes the fee of a year. Members who left or who joined after `joinedBy` owe no fee. */
export const owesFeeOfYear = (
  { joinedBy }: Pick<FeeYear, "joinedBy">,
  member: Pick<MemberData, "leftOn" | "since" | "returnedOn">,
): boolean => member.leftOn === "" && joinedOn(member) <= joinedBy;

/** The first day of `month` (1 to 12). Members who joined after this day do not pay for `year`. */
export const lastJoiningDay = (year: string, month: number): Day => `${year}-${String(month).padStart(2, "0")}-01`;

/**
 * The first year for which a person who signs up on `day` pays: the year of `day`, or the next year. The next year
 * applies if the year of `day` is closed, or if `day` is after `joinedBy`.
 * @param years all opened years @param month passed to `lastJoiningDay` if the year of `day` is not opened yet
 */
export function feeYearOfSignUp(
  day: Day,
  years: readonly Pick<FeeYear, "year" | "joinedBy" | "closedAt">[],
  month: number,
): string {
  const year = day.slice(0, 4);
  const opened = years.find((one) => one.year === year);
  const joinedBy = opened?.joinedBy ?? lastJoiningDay(year, month);
  const pays = !opened?.closedAt && owesFeeOfYear({ joinedBy }, { leftOn: "", since: day, returnedOn: "" });
  return pays ? year : String(Number(year) + 1);
}

/** A state to which the committee sets a fee. */
export type FeeTarget = { readonly date: Day } & (
  | { readonly is: "paid"; readonly way: PaymentMethod }
  /** `before`: the paid sum that the form showed. `paid`: the paid sum with the new payment. */
  | { readonly is: "partly"; readonly before: Centimes; readonly paid: Centimes; readonly way: PaymentMethod }
  | { readonly is: "waived"; readonly reason: string }
  /** Nothing is paid: corrections cancel all lines. */
  | { readonly is: "due"; readonly reason: string }
  /** A correction cancels the line with this id. */
  | { readonly is: "cancelled"; readonly line: string }
  /** A new line replaces the one that this correction has cancelled. */
  | { readonly is: "restored"; readonly correction: string }
);

/**
 * The lines that bring a fee to `target`. Null if another payment was recorded or cancelled since the form was opened:
 * only the committee knows whether it is the same payment.
 */
export function feeLinesTowards(fee: Fee, target: FeeTarget, newId: () => string): NewFeeLine[] | null {
  const { paid, open } = feeBalance(fee);
  const line = { id: "", way: "", reference: "", reason: "", corrects: null, date: target.date } as const;
  const correction = ({ id, amount, way }: FeeLine, reason: string): NewFeeLine => ({
    ...line,
    id: newId(),
    kind: "correction",
    corrects: id,
    amount,
    way,
    reason,
  });
  if (target.is === "due") return effectiveFeeLines(fee.lines).map((one) => correction(one, target.reason));
  if (target.is === "cancelled")
    return effectiveFeeLines(fee.lines)
      .filter(({ id }) => id === target.line)
      .map((one) => correction(one, ""));
  if (target.is === "restored") return restoredLine(fee, target.correction);
  if (target.is === "waived")
    return open === 0 ? [] : [{ ...line, id: newId(), kind: "waiver", amount: open, reason: target.reason }];
  const amount = target.is === "paid" ? open : target.paid - paid;
  if (target.is === "partly" && amount !== 0 && target.before !== paid) return null;
  return amount === 0 ? [] : [{ ...line, id: newId(), kind: "payment", amount, way: target.way }];
}

/**
 * Whether a line can be restored after a correction has cancelled it. A line of a bank payment cannot, because the bank
 * payment waits for a new decision. Such a line has the id of the bank payment, a dot and a number (`BankDecisionLine`).
 */
export const isFeeLineRestorable = (id: string): boolean => !id.includes(".");

/** @returns an empty list if the line already counts again; null if the open amount of the fee has become too small */
function restoredLine(fee: Fee, correction: string): NewFeeLine[] | null {
  const corrects = fee.lines.find(({ id, kind }) => id === correction && kind === "correction")?.corrects ?? null;
  const was = fee.lines.find(({ id }) => id === corrects);
  // Derive the id from the correction, so that a form sent twice restores the line once.
  const id = `${correction}-restored`;
  if (!was || !isFeeLineRestorable(was.id) || fee.lines.some((line) => line.id === id)) return [];
  const { at: _, by: __, afterClosing: ___, ...fields } = was;
  return fields.kind !== "refund" && feeBalance(fee).open < was.amount ? null : [{ ...fields, id }];
}

/** Accounts must be kept for ten years after their year (Swiss Code of Obligations 958f). */
export const ACCOUNTS_RETENTION_YEARS = 10;

/** The last day on which a fee must be kept. Null for a fee without lines, which may be deleted. */
export function feeRetentionDay({ lines }: Pick<Fee, "lines">): Day | null {
  const days = lines.flatMap(({ at, date }) => [dayInZurich(at), date]);
  const last = days.sort().at(-1);
  return last === undefined ? null : `${Number(last.slice(0, 4)) + ACCOUNTS_RETENTION_YEARS}-12-31`;
}

/** Numbers of fees by state, and sums of money. `open` includes the partly paid fees. */
export type FeeTotals = Readonly<Record<"paid" | "open" | "waived", number>> & {
  readonly sumPaid: Centimes;
  /** The sum of all fees, minus the waived amounts. */
  readonly sumDue: Centimes;
};
