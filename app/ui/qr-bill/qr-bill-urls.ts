import { amountAsTyped, type Centimes } from "#domain/money/amount.ts";

export const AMOUNT_PARAM = "montant";

const withAmount = (path: string, amount: Centimes | null) =>
  amount === null ? path : `${path}?${AMOUNT_PARAM}=${amountAsTyped(amount)}`;

/** If the amount is null, the payer chooses the amount. */
export const billPageUrl = (amount: Centimes | null): string => `${withAmount("/dons/qr-facture", amount)}#qr`;

/** `.png` is the QR code alone. */
export type BillFormat = ".svg" | ".png" | ".pdf";

/** `name`: purpose of the bill, or id of a sign-up. `amount`: used only for a donation. */
export const billFileUrl = (name: string, format: BillFormat, amount: Centimes | null): string =>
  withAmount(`/qr-facture/${name}${format}`, name === "don" ? amount : null);
