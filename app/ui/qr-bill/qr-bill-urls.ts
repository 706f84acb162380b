import { type Centimes, typedAmount } from "#domain/money/amount.ts";

/** Name of the form field and of the query parameter for the amount. */
export const AMOUNT = "montant";

const withAmount = (path: string, amount: Centimes | null) =>
  amount === null ? path : `${path}?${AMOUNT}=${typedAmount(amount)}`;

/** @returns path of the donations page with this amount. With null, the payer chooses the amount */
export const billPage = (amount: Centimes | null): string => `${withAmount("/dons/qr-facture", amount)}#qr`;

/** File formats of a bill; `-colonne.svg` has a narrow layout for phones. */
export type BillFormat = ".svg" | "-colonne.svg" | ".png" | ".pdf";

/** Path of a bill's file. `name`: the bill's purpose, or the id of a sign-up. `amount`: used only for a donation. */
export const billFile = (name: string, format: BillFormat, amount: Centimes | null): string =>
  withAmount(`/qr-facture/${name}${format}`, name === "don" ? amount : null);
