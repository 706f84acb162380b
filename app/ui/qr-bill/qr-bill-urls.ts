import { type Centimes, typedAmount } from "#domain/money/amount.ts";
import type { BillPurpose } from "#domain/money/qr-bill.ts";

/** Name of the form field and of the query parameter for the amount. */
export const AMOUNT = "montant";

const withAmount = (path: string, amount: Centimes | null) =>
  amount === null ? path : `${path}?${AMOUNT}=${typedAmount(amount)}`;

/** @returns path of the donations page with this amount. With null, the payer chooses the amount */
export const billPage = (amount: Centimes | null): string => `${withAmount("/dons/qr-facture", amount)}#qr`;

/** File formats of a bill; `-colonne.svg` has a narrow layout for phones. */
export const BILL_FORMATS = [".svg", "-colonne.svg", ".png", ".pdf"] as const;
export type BillFormat = (typeof BILL_FORMATS)[number];

/** Path of a bill's file. `amount`: ignored for the membership fee. */
export const billFile = (purpose: BillPurpose, format: BillFormat, amount: Centimes | null): string =>
  withAmount(`/qr-facture/${purpose}${format}`, purpose === "don" ? amount : null);
