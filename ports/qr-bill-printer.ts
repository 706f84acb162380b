import type { QrBill } from "#domain/money/qr-bill.ts";

/** Draws QR-bills: in French, receipt and payment part, readable by any banking application. */
export interface QrBillPrinter {
  /**
   * The whole bill as an SVG image: presentation attributes only, no script, no style, nothing loaded.
   * @param form `large`: 210 × 105 mm, as the standard has it; `column`: the payment part above the receipt, for phones
   * @throws when a font cannot be read
   */
  drawSvg(bill: QrBill, form: "wide" | "stacked"): Promise<string>;
  /**
   * The bill at the foot of an A4 page, to print: tagged for screen readers, fonts embedded.
   * @throws when a font or a drawing cannot be read
   */
  drawPdf(bill: QrBill): Promise<Uint8Array>;
  /** The bill's QR code alone as a PNG image, as banking applications read it from the photo gallery. */
  drawPng(bill: QrBill): Promise<Uint8Array>;
  /**
   * A plain QR code as an SVG image.
   * @param link at most 2000 characters, as `LIMITES.lien` has it
   */
  drawQrCode(link: string): string;
}
