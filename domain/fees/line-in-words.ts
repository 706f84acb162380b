import { swissDay } from "#domain/dates.ts";
import { formatAmount } from "#domain/money/amount.ts";
import { type FeeLine, WAY_LABELS } from "./fee.ts";

const KINDS: Record<FeeLine["kind"], string> = {
  ...{ payment: "Paiement", refund: "Remboursement", waiver: "Remise", correction: "Correction" },
};

/** « 01.02.2027 : Paiement CHF 50.–, Espèces, noté par Anne » */
export const lineInWords = ({ kind, amount, date, way, reference, reason, by, afterClosing }: FeeLine): string =>
  [
    `${swissDay(date)}\u00a0: ${KINDS[kind]} ${formatAmount(amount)}`,
    way && WAY_LABELS[way],
    reference,
    reason,
    by && `noté par ${by.name}`,
    afterClosing && "après le bouclement",
  ]
    .filter(Boolean)
    .join(", ");
