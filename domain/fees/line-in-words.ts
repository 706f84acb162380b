import { swissDay } from "#domain/dates.ts";
import { formatAmount } from "#domain/money/amount.ts";
import { type FeeLine, KIND_LABELS, WAY_LABELS } from "./fee.ts";

/** An entry in French: « 01.02.2027 : Paiement CHF 50.–, Espèces, noté par Anne ». */
export const lineInWords = ({ kind, amount, date, way, reference, reason, by, afterClosing }: FeeLine): string =>
  [
    `${swissDay(date)}\u00a0: ${KIND_LABELS[kind]} ${formatAmount(amount)}`,
    way && WAY_LABELS[way],
    reference,
    reason,
    by && `noté par ${by.name}`,
    afterClosing && "après le bouclement",
  ]
    .filter(Boolean)
    .join(", ");
