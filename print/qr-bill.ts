import sharp from "sharp";
import type { QrBill } from "#domain/money/qr-bill.ts";
import { renderPdf, wouldPdfWaitTooLong } from "#print/render-pdf.ts";
import type { PrintedBillPage } from "./qr-bill/sheet.ts";
import { swissQrCodeSvg } from "./qr-bill/svg.ts";

/** Side of the PNG in pixels. A multiple of 65, the number of modules with margins, so that edges are sharp. */
const SIDE_PX = 780;

/**
 * The payment part and its receipt as an SVG image without scripts, styles or external resources.
 */
export const qrBillSvg = (bill: QrBill): Promise<Uint8Array> => renderPdf({ kind: "qr-bill-image", bill });

export const qrBillPdf = (bill: QrBill): Promise<Uint8Array> =>
  billsPdf(bill.title, [{ bill, link: null, letter: null }]);

/** A tagged A4 PDF with a page for each bill. @param title heading of each page, without personal data */
export const billsPdf = (title: string, pages: readonly PrintedBillPage[]): Promise<Uint8Array> =>
  renderPdf({ kind: "bills", title, pages });

/** Whether `billsPdf` should not draw these bills now, because too many large PDFs wait. */
export const isBillDrawingBusy = (pages: readonly PrintedBillPage[]): boolean =>
  wouldPdfWaitTooLong({ kind: "bills", title: "", pages });

/** The QR code as PNG. Banking applications can read the code from the photo gallery. */
export const qrBillPng = (bill: QrBill): Promise<Uint8Array> =>
  sharp(Buffer.from(swissQrCodeSvg(bill, SIDE_PX)))
    .png({ palette: true, colours: 2, dither: 0 })
    .toBuffer();
