import { type BillPurpose, billFor } from "#domain/money/qr-bill.ts";
import { qrCodeSvg } from "#print/qr-bill/svg.ts";
import { qrBillPdf, qrBillPng, qrBillSvg } from "#print/qr-bill.ts";
import type { Services } from "#usecases/services.ts";

/** `wide`: SVG. `stacked`: SVG for phones. `png`: only the QR code. */
export type BillForm = "wide" | "stacked" | "png" | "pdf";

/** Draws a QR-bill for the bank account in the settings. `amount`: in centimes; null if the payer chooses it. */
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

export const drawTwintCode = (link: string): string | null => (link === "" ? null : qrCodeSvg(link));
