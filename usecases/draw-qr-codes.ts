import type { QrBill } from "#domain/money/qr-bill.ts";
import { qrCodeSvg } from "#print/qr-bill/svg.ts";
import { qrBillPdf, qrBillPng, qrBillSvg } from "#print/qr-bill.ts";

/** Form of a QR-bill. `wide`: SVG. `stacked`: SVG for phones. `png`: only the QR code. `pdf`: an A4 page. */
export type BillForm = "wide" | "stacked" | "png" | "pdf";

/** Draws a QR-bill. */
export async function drawQrBill(bill: QrBill, form: BillForm): Promise<Uint8Array> {
  if (form === "pdf") return qrBillPdf(bill);
  if (form === "png") return qrBillPng(bill);
  return Buffer.from(await qrBillSvg(bill, form));
}

export const drawTwintCode = (link: string): string | null => (link === "" ? null : qrCodeSvg(link));
