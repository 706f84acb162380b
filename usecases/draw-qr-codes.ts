/** What the settings say of money, as codes that a phone's camera reads. */
import { type BillPurpose, billFor } from "#domain/money/qr-bill.ts";
import { qrCodeSvg } from "#print/qr-bill/svg.ts";
import { qrBillPdf, qrBillPng, qrBillSvg } from "#print/qr-bill.ts";
import type { Services } from "#usecases/services.ts";

/** `wide` and `stacked` are SVG images, the second one for phones; `png` is the code alone. */
export type BillForm = "wide" | "stacked" | "png" | "pdf";

/**
 * Draws a QR-bill to the account of the settings.
 * @param amount in centimes; null: whoever pays says it
 * @returns the file
 * @throws when the settings cannot be read or the bill cannot be drawn
 */
export async function drawQrBill(
  { settings }: Pick<Services, "settings">,
  purpose: BillPurpose,
  amount: number | null,
  form: BillForm,
): Promise<Uint8Array> {
  const bill = billFor(await settings.get(), purpose, amount);
  if (form === "pdf") return qrBillPdf(bill);
  if (form === "png") return qrBillPng(bill);
  return Buffer.from(await qrBillSvg(bill, form));
}

/**
 * Draws the code that brings a phone from another screen to the page of Twint.
 * @param link of the settings, as they are shown
 * @returns an SVG image; null when the link is empty
 */
export const drawTwintCode = (link: string): string | null => (link === "" ? null : qrCodeSvg(link));
