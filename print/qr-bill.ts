/**
 * QR-bills in French, receipt and payment part, readable by any banking application: their code made with swissqrbill,
 * their page with pdfkit, their picture with sharp.
 */
import sharp from "sharp";
import type { QrBill } from "#domain/money/qr-bill.ts";
import { drawPaper } from "./paper-thread.ts";
import { svgOfSwissCode } from "./qr-bill/svg.ts";

/** Side of a picture of a code, in pixels: twelve for a module, so that a phone's screen shows it without enlarging it. */
const SIDE_PX = 780;

/**
 * The whole bill as an SVG image: presentation attributes only, no script, no style, nothing loaded.
 * @param form `wide`: 210 × 105 mm, as the standard has it; `stacked`: the payment part above the receipt, for phones
 * @throws when a font cannot be read
 */
export const qrBillSvg = async (bill: QrBill, form: "wide" | "stacked"): Promise<string> =>
  (await drawPaper({ kind: "qr-bill-image", bill, form })) as string;

/**
 * The bill at the foot of an A4 page, to print: tagged for screen readers, fonts embedded.
 * @throws when a font or a drawing cannot be read
 */
export const qrBillPdf = async (bill: QrBill): Promise<Uint8Array> =>
  (await drawPaper({ kind: "qr-bill", bill })) as Uint8Array;

/** The bill's QR code alone as a PNG image, as banking applications read it from the photo gallery. */
export const qrBillPng = (bill: QrBill): Promise<Uint8Array> =>
  sharp(Buffer.from(svgOfSwissCode(bill, SIDE_PX)))
    .png({ palette: true, colours: 2, dither: 0 })
    .toBuffer();
