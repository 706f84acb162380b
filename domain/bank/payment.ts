import { dayInZurich } from "#domain/dates.ts";
import { effectiveFeeLines, type Fee, type FeeLine, feeBalance, type NewFeeLine } from "#domain/fees/fee.ts";
import type { Centimes } from "#domain/money/amount.ts";
import type { Author } from "#domain/person.ts";
import type { BankTransaction } from "./bank-file.ts";
import type { TransactionIdentity } from "./identity.ts";

/**
 * A decision about a part of a payment's amount: the committee's, or the site's for a recognised payment.
 * - `id`: the payment's id, a dot and the index of the line. The paid fee has a line with the same id.
 * - `kind`: `other` is unrelated to fees. `correction` cancels the line `corrects`.
 */
export type BankDecisionLine = Pick<FeeLine, "id" | "amount" | "date" | "corrects" | "at" | "by"> & {
  readonly kind: "fee" | "gift" | "refunded" | "other" | "correction";
  /** Id of the fee. Empty if the decision is not about a fee. */
  readonly fee: string;
  /** Name of the member who owes the fee. Empty if the decision is not about a fee. */
  readonly name: string;
};

export const BANK_DECISION_LABELS: Record<BankDecisionLine["kind"], string> = {
  fee: "Cotisation",
  gift: "Don",
  refunded: "Remboursé",
  other: "Sans rapport",
  correction: "Correction",
};

type Kept = Pick<BankTransaction, "iban" | "amount" | "returned" | "date" | "reference" | "text" | "payer">;

/** A stored payment. The bank's data never changes. Decisions are added as lines. */
export type BankPayment = Kept & {
  readonly id: string;
  readonly identity: TransactionIdentity;
  readonly lines: readonly BankDecisionLine[];
  /** Reference of a fee that does not exist yet. The payment waits for this fee. Empty for none. */
  readonly awaits: string;
  /** Name of the person who will owe that fee. Empty if the payment waits for no fee. */
  readonly awaitsName: string;
  /** Time of the committee's last decision to wait, or to stop waiting. Absent if there is none. */
  readonly awaitedAt?: Date;
  /** Whether the committee refused the sign-up that the payment is for. */
  readonly toRefund: boolean;
};

/** The amount about which the committee has not decided yet. */
export const undecidedAmount = ({ amount, lines }: Pick<BankPayment, "amount" | "lines">): Centimes =>
  effectiveFeeLines(lines).reduce((rest, line) => rest - line.amount, amount);

/** `waiting`: the payment is for a sign-up that is not accepted yet, or for a year without fees. */
export function bankPaymentState(payment: BankPayment): "open" | "waiting" | "settled" {
  if (undecidedAmount(payment) === 0) return "settled";
  return payment.awaits !== "" && !payment.toRefund ? "waiting" : "open";
}

/** Adds a decision about a part of the payment. */
export function addBankDecisionLine(
  payment: BankPayment,
  line: Pick<BankDecisionLine, "kind" | "amount"> & Partial<BankDecisionLine>,
  { by, at }: Author,
): BankPayment {
  const id = `${payment.id}.${payment.lines.length}`;
  const added = { fee: "", name: "", date: payment.date, corrects: null, ...line, id, at, by };
  return { ...payment, lines: [...payment.lines, added], awaits: "", awaitsName: "", toRefund: false };
}

/**
 * Pays a fee with the undecided amount of a payment. If the bank returned the payment, reopens the fee instead.
 * @returns the changed payment and the fee's new line; null if nothing can be paid or reopened
 */
export function payFeeWithPayment(payment: BankPayment, fee: Fee, author: Author) {
  const { open, paid } = feeBalance(fee);
  const amount = Math.min(undecidedAmount(payment), payment.returned ? paid : open);
  if (amount <= 0) return null;
  const changed = addBankDecisionLine(payment, { kind: "fee", amount, fee: fee.id, name: fee.name }, author);
  const { id = "" } = changed.lines.at(-1) ?? {};
  const kind = payment.returned ? "refund" : "payment";
  const { own, entry } = payment.identity;
  // `own` and `entry` consist of the account, a space and the bank's reference.
  const reference = (own || entry).split(" ").slice(1).join(" ");
  const line: NewFeeLine = { id, kind, amount, date: payment.date, way: "bank", reference, reason: "", corrects: null };
  return { payment: changed, line };
}

/** Adds a correction for each of the lines `ids`. Ignores lines that are already corrected. */
export const correctBankDecisionLines = (payment: BankPayment, ids: ReadonlySet<string>, author: Author): BankPayment =>
  effectiveFeeLines(payment.lines)
    .filter(({ id }) => ids.has(id))
    .reduce(
      (changed, { id, ...line }) =>
        addBankDecisionLine(
          changed,
          { ...line, kind: "correction", corrects: id, date: dayInZurich(author.at) },
          author,
        ),
      payment,
    );
