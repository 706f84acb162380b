import type { Day } from "#domain/dates.ts";
import { effectiveFeeLines, type Fee, type FeeLine, feeBalance } from "#domain/fees/fee.ts";
import { lastFeeLineOutcome } from "#domain/fees/fee-outcome.ts";
import { sendingInFrench } from "#domain/fees/sending.ts";
import { formatAmount } from "#domain/money/amount.ts";

/** A button that cancels the line with this id. */
export type FeeLineButton = { readonly intention: "cancel"; readonly line: string; readonly label: string };

const CANCEL_LABELS: Record<FeeLine["kind"], string> = {
  payment: "Annuler ce paiement",
  refund: "Annuler ce remboursement",
  waiver: "Rouvrir",
  correction: "",
};

/**
 * A fee as its row shows it. `amount` is the open part, or the whole fee if nothing is open; `sent` says how the bill
 * was last sent. `cancel` takes back the last line of a settled fee. After an action, `outcome` says what was done, and
 * `undo` undoes it.
 */
export function viewFee(fee: Fee, isActed: boolean, today: Day) {
  const { state, open } = feeBalance(fee);
  const { id, member, name, amount, isErased = false } = fee;
  const last = open > 0 ? undefined : effectiveFeeLines(fee.lines).at(-1);
  const cancel: FeeLineButton | null = last
    ? { intention: "cancel", line: last.id, label: CANCEL_LABELS[last.kind] }
    : null;
  return {
    ...{ id, member, name, isErased, state, cancel },
    amount: formatAmount(open > 0 ? open : amount),
    isOpen: open > 0,
    sent: fee.sendings.slice(-1).map(sendingInFrench).join(),
    ...(isActed ? lastFeeLineOutcome(fee, today) : { outcome: null, undo: null }),
  };
}

export type FeeView = ReturnType<typeof viewFee>;
