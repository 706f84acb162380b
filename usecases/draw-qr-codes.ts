import type { QrBill } from "#domain/money/qr-bill.ts";
import { qrCodeSvg } from "#print/qr-bill/svg.ts";
import { qrBillPdf, qrBillPng, qrBillSvg } from "#print/qr-bill.ts";

/** `svg`: the payment part with its receipt. `png`: only the QR code. `pdf`: an A4 page. */
export type BillFileFormat = "svg" | "png" | "pdf";

export function drawQrBill(bill: QrBill, form: BillFileFormat): Promise<Uint8Array> {
  if (form === "pdf") return qrBillPdf(bill);
  return form === "png" ? qrBillPng(bill) : qrBillSvg(bill);
}

export const drawTwintCode = (link: string): string | null => (link === "" ? null : qrCodeSvg(link));
