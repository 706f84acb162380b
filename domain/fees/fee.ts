import type { Day } from "#domain/dates.ts";
import { joinedOn, type MemberData } from "#domain/members/member.ts";
import type { Centimes } from "#domain/money/amount.ts";
import type { Person } from "#domain/person.ts";

export const FEE_WAYS = ["bank", "cash", "twint"] as const;
export type FeeWay = (typeof FEE_WAYS)[number];

export const WAY_LABELS: Record<FeeWay, string> = { bank: "Banque", cash: "Espèces", twint: "TWINT" };

export const SENDING_WAYS = ["sms", "whatsapp", "shared", "printed", "email"] as const;
export type SendingWay = (typeof SENDING_WAYS)[number];

/** A bill or a reminder that went out. */
export type FeeSending = {
  readonly way: SendingWay;
  readonly reminder: boolean;
  readonly at: Date;
  readonly by: Person | null;
};

/** A year for which fees are due. Amount and rule are fixed when it is opened. */
export type FeeYear = {
  /** Four digits. */
  readonly year: string;
  readonly amount: Centimes;
  /** Members who joined after this day do not pay for this year. */
  readonly joinedBy: Day;
  readonly openedAt: Date;
  readonly openedBy: Person | null;
  /** A closed year is only corrected by lines that say so (`FeeLine.afterClosing`). */
  readonly closedAt: Date | null;
  readonly closedBy: Person | null;
};

/**
 * An entry of the accounts; it never changes. `refund` gives money back, `waiver` renounces a part of the due,
 * `correction` takes the line `corrects` back, with the same amount.
 */
export type FeeLine = {
  /** Unique within the fee. The same id is never added twice, so that the bank's reference can be one. */
  readonly id: string;
  readonly kind: "payment" | "refund" | "waiver" | "correction";
  readonly amount: Centimes;
  /** When the money came or went. */
  readonly date: Day;
  /** Empty for a waiver. */
  readonly way: FeeWay | "";
  /** The bank's reference of the transaction; may be empty. */
  readonly reference: string;
  readonly reason: string;
  readonly corrects: string | null;
  readonly afterClosing: boolean;
  readonly at: Date;
  readonly by: Person | null;
};

export const KIND_LABELS: Record<FeeLine["kind"], string> = {
  ...{ payment: "Paiement", refund: "Remboursement", waiver: "Remise", correction: "Correction" },
};

export type NewFeeLine = Omit<FeeLine, "at" | "by" | "afterClosing">;

/** `waived`: nothing is open, and a part was waived. */
export type FeeState = "due" | "partly" | "paid" | "waived";

/** Which fees of a year a list shows. */
export const FEE_FILTERS = ["open", "paid", "waived", "all"] as const;
export type FeeFilter = (typeof FEE_FILTERS)[number];

/** What one member owes for one year. */
export type Fee = {
  readonly id: string;
  readonly year: string;
  readonly member: string;
  /** The member's name, which stays in the accounts when the member is erased. */
  readonly name: string;
  readonly isErased?: boolean;
  readonly amount: Centimes;
  readonly lines: readonly FeeLine[];
  /** Bills and reminders, oldest first. */
  readonly sendings: readonly FeeSending[];
};

/** Of the fee, which is the only one of a member and a year. */
export const feeId = (year: string, member: string): string => `${year}-${member}`;

export type Balance = {
  readonly state: FeeState;
  readonly paid: Centimes;
  readonly waived: Centimes;
  readonly open: Centimes;
};

/** The lines that are neither corrections nor corrected. */
export function effectiveLines<Line extends Pick<FeeLine, "id" | "corrects"> & { readonly kind: string }>(
  lines: readonly Line[],
): Line[] {
  const corrected = new Set(lines.map(({ corrects }) => corrects));
  return lines.filter(({ id, kind }) => kind !== "correction" && !corrected.has(id));
}

/** What is paid, waived and open; more than the amount may be paid. */
export function balanceOf({ amount, lines }: Pick<Fee, "amount" | "lines">): Balance {
  const effective = effectiveLines(lines);
  const sum = (kind: FeeLine["kind"]) =>
    effective.reduce((total, line) => (line.kind === kind ? total + line.amount : total), 0);
  const paid = sum("payment") - sum("refund");
  const waived = sum("waiver");
  const open = Math.max(0, amount - paid - waived);
  const settled = waived > 0 ? "waived" : "paid";
  return { state: open === 0 ? settled : paid > 0 ? "partly" : "due", paid, waived, open };
}

/** The rule of a year: who is a member, and joined by the day of the year, pays. */
export const paysIn = (
  { joinedBy }: Pick<FeeYear, "joinedBy">,
  member: Pick<MemberData, "leftOn" | "since" | "returnedOn">,
): boolean => member.leftOn === "" && joinedOn(member) <= joinedBy;

/** The last day of joining with which somebody pays for a year. @param month from 1, of the settings */
export const lastEntryDay = (year: string, month: number): Day => `${year}-${String(month).padStart(2, "0")}-01`;

/**
 * The year that a sign-up of a day pays first: its own, or the next one after the last day of joining.
 * @param years those that are open; a closed one takes no more dues
 * @param month the setting, for years that are not open yet
 */
export function feeYearOfSignUp(
  day: Day,
  years: readonly Pick<FeeYear, "year" | "joinedBy" | "closedAt">[],
  month: number,
): string {
  const year = day.slice(0, 4);
  const opened = years.find((one) => one.year === year);
  const joinedBy = opened?.joinedBy ?? lastEntryDay(year, month);
  const pays = !opened?.closedAt && paysIn({ joinedBy }, { leftOn: "", since: day, returnedOn: "" });
  return pays ? year : String(Number(year) + 1);
}

/** How a fee shall be afterwards. Sent twice, it changes nothing the second time. */
export type FeeTarget =
  | { readonly is: "paid"; readonly way: FeeWay; readonly date: Day }
  /** `paid`: the sum of all payments so far, this one included. */
  | { readonly is: "partly"; readonly paid: Centimes; readonly way: FeeWay; readonly date: Day }
  | { readonly is: "waived"; readonly reason: string; readonly date: Day }
  /** Takes all lines back. */
  | { readonly is: "due"; readonly reason: string; readonly date: Day };

/**
 * The lines that bring a fee to its target; none if it is there already.
 * @returns null if the target is below what is paid: such lines are taken back first
 */
export function linesTowards(fee: Fee, target: FeeTarget, newId: () => string): NewFeeLine[] | null {
  const { paid, open } = balanceOf(fee);
  const line = { id: "", way: "", reference: "", reason: "", corrects: null, date: target.date } as const;
  if (target.is === "due") {
    const { reason } = target;
    return effectiveLines(fee.lines).map(({ id, amount, way }) => ({
      ...{ ...line, id: newId(), kind: "correction", corrects: id, amount, way, reason },
    }));
  }
  if (target.is === "waived")
    return open === 0 ? [] : [{ ...line, id: newId(), kind: "waiver", amount: open, reason: target.reason }];
  const amount = target.is === "paid" ? open : target.paid - paid;
  if (amount < 0) return null;
  return amount === 0 ? [] : [{ ...line, id: newId(), kind: "payment", amount, way: target.way }];
}

/** Years for which vouchers are kept after the end of their year (CO art. 958f). */
export const ACCOUNTS_YEARS = 10;

/** The last day on which the accounts keep a fee. Without a payment or waiver, they need nothing: null. */
export function keptUntil({ lines }: Pick<Fee, "lines">): Day | null {
  const last = lines
    .map((line) => line.at.toISOString())
    .concat(lines.map(({ date }) => date))
    .sort()
    .at(-1);
  return last === undefined ? null : `${Number(last.slice(0, 4)) + ACCOUNTS_YEARS}-12-31`;
}

/** What the accounts keep of a fee when its member is erased: no free text, no sending. */
export const withoutReasons = (fee: Fee): Fee => ({
  ...fee,
  lines: fee.lines.map((line) => ({ ...line, reason: "" })),
  sendings: [],
});

export type FeeTotals = {
  readonly paid: number;
  readonly open: number;
  readonly waived: number;
  readonly sumPaid: Centimes;
  /** All dues without what was waived. */
  readonly sumDue: Centimes;
};

const NO_TOTALS: FeeTotals = { paid: 0, open: 0, waived: 0, sumPaid: 0, sumDue: 0 };

/** The figures of a year. */
export const totalsOf = (fees: readonly (Balance & Pick<Fee, "amount">)[]): FeeTotals =>
  fees.reduce(
    (totals, { state, amount, paid, waived }) => ({
      paid: totals.paid + (state === "paid" ? 1 : 0),
      open: totals.open + (state === "due" || state === "partly" ? 1 : 0),
      waived: totals.waived + (state === "waived" ? 1 : 0),
      sumPaid: totals.sumPaid + paid,
      sumDue: totals.sumDue + amount - waived,
    }),
    NO_TOTALS,
  );
