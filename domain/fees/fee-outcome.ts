import { type Day, instantInFrench } from "#domain/dates.ts";
import { formatAmount } from "#domain/money/amount.ts";
import { type Fee, type FeeLine, feeBalance, isFeeLineRestorable, PAYMENT_METHOD_LABELS } from "./fee.ts";

/**
 * What the button « Annuler » does to the last line of the fee. `cancel`: adds a correction, so that the line no longer
 * counts. `restore`: the last line is such a correction, and the line that it cancelled counts again.
 */
type LineUndo = { readonly intention: "cancel" | "restore"; readonly line: string };

const CANCELLED: Record<FeeLine["kind"], string> = {
  payment: "Paiement annulé",
  refund: "Remboursement annulé",
  waiver: "De nouveau demandée",
  correction: "",
};

export type LastFeeLineOutcome = { readonly outcome: string | null; readonly undo: LineUndo | null };

/** What the last line of a fee did, in French: « Payée, Banque, 23 h 10 ». Null for a fee without lines. */
export function lastFeeLineOutcome(fee: Fee, today: Day): LastFeeLineOutcome {
  const last = fee.lines.at(-1);
  if (!last) return { outcome: null, undo: null };
  const time = instantInFrench(last.at, today);
  const line = last.id;
  if (last.kind !== "correction")
    return { outcome: `${doneBy(last, fee)}, ${time}`, undo: { intention: "cancel", line } };
  const was = fee.lines.find(({ id }) => id === last.corrects);
  const outcome = `${was ? CANCELLED[was.kind] : "Corrigée"}, ${time}`;
  return { outcome, undo: was && isFeeLineRestorable(was.id) ? { intention: "restore", line } : null };
}

function doneBy({ kind, way, amount }: FeeLine, fee: Fee): string {
  if (kind === "waiver") return "Non demandée";
  const what = feeBalance(fee).open > 0 ? `${formatAmount(amount)} payés` : "Payée";
  if (kind === "refund" || way === "") return `${formatAmount(amount)} remboursés`;
  return `${what}, ${way === "twint" ? PAYMENT_METHOD_LABELS.twint : PAYMENT_METHOD_LABELS[way].toLowerCase()}`;
}
