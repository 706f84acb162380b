/** QR-bills: their code made with swissqrbill, their page with pdfkit, their picture with sharp. */
import sharp from "sharp";
import type { QrBillPrinter } from "#ports/qr-bill-printer.ts";
import { readDrawing } from "./drawing.ts";
import { readFonts } from "./fonts.ts";
import { once } from "./once.ts";
import { layOutStacked, layOutWide } from "./qr-bill/layout.ts";
import { svgOfCode, svgOfSlip, svgOfSwissCode } from "./qr-bill/svg.ts";

/** Side of a picture of a code, in pixels: twelve for a module, so that a phone's screen shows it without enlarging it. */
const SIDE_PX = 780;

async function readMaterial() {
  const [fonts, logo, ridge, { measurer }, { printQrBill }] = await Promise.all([
    readFonts(),
    readDrawing("logo"),
    readDrawing("crete-lettre"),
    import("./qr-bill/text-width.ts"),
    import("./qr-bill/sheet.ts"),
  ]);
  return { drawings: { fonts, logo, ridge }, measure: measurer(fonts), printQrBill };
}

/** Fonts, drawings and pdfkit are loaded when they are first asked for: a site at rest does without their memory. */
export function createQrBillPrinter(): QrBillPrinter {
  const material = once(readMaterial);
  return {
    async drawSvg(bill, form) {
      const { measure } = await material();
      const slip = form === "wide" ? layOutWide(bill, measure) : layOutStacked(bill, measure);
      return svgOfSlip(slip, bill);
    },
    async drawPdf(bill) {
      const { measure, drawings, printQrBill } = await material();
      return printQrBill(bill, measure, drawings);
    },
    async drawPng(bill) {
      const svg = svgOfSwissCode(bill, SIDE_PX);
      return sharp(Buffer.from(svg)).png({ palette: true, colours: 2, dither: 0 }).toBuffer();
    },
    drawQrCode: svgOfCode,
  };
}
