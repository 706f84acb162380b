import { type Day, timeInFrench } from "#domain/dates.ts";
import { balanceOf, effectiveLines, type Fee, type FeeLine, isRestorable, WAY_LABELS } from "#domain/fees/fee.ts";
import { sendingInWords } from "#domain/fees/sending.ts";
import { formatAmount } from "#domain/money/amount.ts";

/** A button that cancels this line of a fee. */
export type LineChange = { readonly intention: "cancel"; readonly line: string; readonly label: string };

/** « Annuler ». `restore`: the line that this correction has cancelled counts again. */
type LineUndo = { readonly intention: "cancel" | "restore"; readonly line: string };

const CANCEL_LABELS: Record<FeeLine["kind"], string> = {
  payment: "Annuler ce paiement",
  refund: "Annuler ce remboursement",
  waiver: "Rouvrir",
  correction: "",
};

const CANCELLED: Record<FeeLine["kind"], string> = {
  payment: "Paiement annulé",
  refund: "Remboursement annulé",
  waiver: "De nouveau demandée",
  correction: "",
};

/**
 * `amount` is the open part, or the whole fee if nothing is open; `sent` says how the bill was last sent. `cancel` takes
 * back the last line of a settled fee. An acted row has `outcome`, what was done, and `undo`.
 */
export function viewFee(fee: Fee, isActed: boolean, today: Day) {
  const { state, open } = balanceOf(fee);
  const { id, member, name, amount, isErased = false } = fee;
  const last = open > 0 ? undefined : effectiveLines(fee.lines).at(-1);
  const cancel: LineChange | null = last
    ? { intention: "cancel", line: last.id, label: CANCEL_LABELS[last.kind] }
    : null;
  return {
    ...{ id, member, name, isErased, state, cancel },
    amount: formatAmount(open > 0 ? open : amount),
    isOpen: open > 0,
    sent: fee.sendings.slice(-1).map(sendingInWords).join(),
    ...(isActed ? outcomeOf(fee, today) : { outcome: null, undo: null }),
  };
}

export type FeeView = ReturnType<typeof viewFee>;

export type FeeOutcome = { readonly outcome: string | null; readonly undo: LineUndo | null };

/** What the last line of a fee has done. */
export function outcomeOf(fee: Fee, today: Day): FeeOutcome {
  const last = fee.lines.at(-1);
  if (!last) return { outcome: null, undo: null };
  const time = timeInFrench(last.at, today);
  const line = last.id;
  if (last.kind !== "correction")
    return { outcome: `${doneBy(last, fee)}, ${time}`, undo: { intention: "cancel", line } };
  const was = fee.lines.find(({ id }) => id === last.corrects);
  const outcome = `${was ? CANCELLED[was.kind] : "Corrigée"}, ${time}`;
  return { outcome, undo: was && isRestorable(was.id) ? { intention: "restore", line } : null };
}

function doneBy({ kind, way, amount }: FeeLine, fee: Fee): string {
  if (kind === "waiver") return "Non demandée";
  const what = balanceOf(fee).open > 0 ? `${formatAmount(amount)} payés` : "Payée";
  if (kind === "refund" || way === "") return `${formatAmount(amount)} remboursés`;
  return `${what}, ${way === "twint" ? WAY_LABELS.twint : WAY_LABELS[way].toLowerCase()}`;
}
