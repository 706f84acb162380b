import sharp from "sharp";
import type { QrBill } from "#domain/money/qr-bill.ts";
import { drawPaper } from "./paper-thread.ts";
import type { BillPage } from "./qr-bill/sheet.ts";
import { svgOfSwissCode } from "./qr-bill/svg.ts";

/** Side in pixels: near a phone's width, and a multiple of 65 modules (57 and a margin of 2 × 4), for sharp edges. */
const SIDE_PX = 780;

/**
 * The bill as an SVG image without scripts, styles or external resources. `wide`: 210 × 105 mm (the standard);
 * `stacked`: payment part above the receipt, for phones. Throws when a font cannot be read.
 */
export const qrBillSvg = (bill: QrBill, form: "wide" | "stacked"): Promise<Uint8Array> =>
  drawPaper({ kind: "qr-bill-image", bill, form });

/** A tagged A4 PDF with the bill at the foot of the page. Throws when a font or a drawing cannot be read. */
export const qrBillPdf = (bill: QrBill): Promise<Uint8Array> => billsPdf(bill.title, [{ bill, link: null }]);

/** Like `qrBillPdf`, for several bills: one page per bill. @param title heading of each page, without personal data */
export const billsPdf = (title: string, pages: readonly BillPage[]): Promise<Uint8Array> =>
  drawPaper({ kind: "bills", title, pages });

/** The QR code as PNG, for banking applications that read from the photo gallery. */
export const qrBillPng = (bill: QrBill): Promise<Uint8Array> =>
  sharp(Buffer.from(svgOfSwissCode(bill, SIDE_PX)))
    .png({ palette: true, colours: 2, dither: 0 })
    .toBuffer();
