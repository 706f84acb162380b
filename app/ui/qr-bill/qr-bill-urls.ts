/** Where the pages and files of a QR-bill are. */
import { type Centimes, typedAmount } from "#domain/money/amount.ts";
import type { BillPurpose } from "#domain/money/qr-bill.ts";

/** Name of the field, and of what stands in the address for it. */
export const AMOUNT = "montant";

const withAmount = (path: string, amount: Centimes | null) =>
  amount === null ? path : `${path}?${AMOUNT}=${typedAmount(amount)}`;

/** @returns the page of donations with this amount on its bill */
export const billPage = (amount: Centimes | null): string => `${withAmount("/dons/qr-facture", amount)}#qr`;

/** How a bill can be had: `-colonne.svg` is the one for phones. */
export const BILL_FORMATS = [".svg", "-colonne.svg", ".png", ".pdf"] as const;
export type BillFormat = (typeof BILL_FORMATS)[number];

/** @param amount of a donation; the fee needs none */
export const billFile = (purpose: BillPurpose, format: BillFormat, amount: Centimes | null): string =>
  withAmount(`/qr-facture/${purpose}${format}`, purpose === "don" ? amount : null);
