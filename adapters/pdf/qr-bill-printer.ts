/** QR-bills: their code made with swissqrbill, their page with pdfkit, their picture with sharp. */
import sharp from "sharp";
import type { QrBillPrinter } from "#ports/qr-bill-printer.ts";
import type { DrawPaper } from "./paper-thread.ts";
import { svgOfCode, svgOfSwissCode } from "./qr-bill/svg.ts";

/** Side of a picture of a code, in pixels: twelve for a module, so that a phone's screen shows it without enlarging it. */
const SIDE_PX = 780;

export function createQrBillPrinter(draw: DrawPaper): QrBillPrinter {
  return {
    drawSvg: async (bill, form) => (await draw({ kind: "qr-bill-image", bill, form })) as string,
    drawPdf: async (bill) => (await draw({ kind: "qr-bill", bill })) as Uint8Array,
    async drawPng(bill) {
      const svg = svgOfSwissCode(bill, SIDE_PX);
      return sharp(Buffer.from(svg)).png({ palette: true, colours: 2, dither: 0 }).toBuffer();
    },
    drawQrCode: svgOfCode,
  };
}
