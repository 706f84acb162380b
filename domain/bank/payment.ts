import { type Day, dayInZurich } from "#domain/dates.ts";
import { balanceOf, effectiveLines, type Fee, type NewFeeLine } from "#domain/fees/fee.ts";
import type { Centimes } from "#domain/money/amount.ts";
import type { Person } from "#domain/person.ts";
import type { Identity } from "./identity.ts";
import type { BankTransaction } from "./transaction.ts";

/** What was decided about a part of a payment. `other`: nothing to do with fees. `correction` takes one back. */
export type BankLine = {
  /** That of the line of the fee as well: the payment's id, a dot and the place among its lines. */
  readonly id: string;
  readonly kind: "fee" | "gift" | "refunded" | "other" | "correction";
  readonly amount: Centimes;
  /** Id of the fee that is paid, or paid back by a return; else empty. */
  readonly fee: string;
  /** Whose fee it is. */
  readonly name: string;
  readonly date: Day;
  readonly corrects: string | null;
  readonly at: Date;
  readonly by: Person | null;
};

export const BANK_LINE_LABELS: Record<BankLine["kind"], string> = {
  ...{ fee: "Cotisation", gift: "Don", refunded: "Remboursé", other: "Sans rapport", correction: "Correction" },
};

/** A payment of the bank's file that the site keeps. It never changes; its lines are only added to. */
export type BankPayment = Pick<
  BankTransaction,
  "iban" | "amount" | "returned" | "date" | "reference" | "text" | "payer"
> & {
  readonly id: string;
  readonly identity: Identity;
  readonly lines: readonly BankLine[];
  /** Reference of the fee that does not exist yet and that this will pay; else empty. */
  readonly awaits: string;
  /** Name of whom the fee will be. */
  readonly awaitsName: string;
  /** The sign-up that it paid for was refused. */
  readonly toRefund: boolean;
};

/** What is not decided yet. */
export const restOf = ({ amount, lines }: Pick<BankPayment, "amount" | "lines">): Centimes =>
  effectiveLines(lines).reduce((rest, line) => rest - line.amount, amount);

/** `open`: to be decided. `waiting`: for a sign-up to be accepted, or a year to be opened. */
export function bankStateOf(payment: BankPayment): "open" | "waiting" | "settled" {
  if (restOf(payment) === 0) return "settled";
  return payment.awaits !== "" && !payment.toRefund ? "waiting" : "open";
}

/** As on the bank's statement; empty without one. */
const bankReferenceOf = ({ own, entry }: Identity): string => (own || entry).split(" ").slice(1).join(" ");

type Author = { readonly by: Person | null; readonly at: Date };

/** Adds a decision about a part of the payment. */
export function withLine(
  payment: BankPayment,
  line: Pick<BankLine, "kind" | "amount"> & Partial<BankLine>,
  { by, at }: Author,
): BankPayment {
  const id = `${payment.id}.${payment.lines.length}`;
  const added = { fee: "", name: "", date: payment.date, corrects: null, ...line, id, at, by };
  return { ...payment, lines: [...payment.lines, added], awaits: "", awaitsName: "", toRefund: false };
}

/**
 * Pays a fee with what is left of a payment; a return takes back what the fee was paid.
 * @returns null if there is nothing to pay
 */
export function payFee(
  payment: BankPayment,
  fee: Fee,
  author: Author,
): { readonly payment: BankPayment; readonly line: NewFeeLine } | null {
  const { open, paid } = balanceOf(fee);
  const amount = Math.min(restOf(payment), payment.returned ? paid : open);
  if (amount <= 0) return null;
  const changed = withLine(payment, { kind: "fee", amount, fee: fee.id, name: fee.name }, author);
  const { id = "" } = changed.lines.at(-1) ?? {};
  const kind = payment.returned ? "refund" : "payment";
  const reference = bankReferenceOf(payment.identity);
  const line = { id, kind, amount, date: payment.date, way: "bank", reference, reason: "", corrects: null } as const;
  return { payment: changed, line };
}

/** Takes these lines back, each once. */
export const withoutLines = (payment: BankPayment, ids: ReadonlySet<string>, author: Author): BankPayment =>
  effectiveLines(payment.lines)
    .filter(({ id }) => ids.has(id))
    .reduce(
      (changed, { id, ...line }) =>
        withLine(changed, { ...line, kind: "correction", corrects: id, date: dayInZurich(author.at) }, author),
      payment,
    );
