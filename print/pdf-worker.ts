import { parentPort } from "node:worker_threads";
import PDFDocument from "pdfkit";
import { drawConsentForm } from "#print/consent-form-page.ts";
import { readDrawing } from "#print/drawing.ts";
import { readFonts } from "#print/fonts.ts";
import { drawLetters } from "#print/letter-page.ts";
import { layOutBill, type MeasureText } from "#print/qr-bill/layout.ts";
import { printBills } from "#print/qr-bill/sheet.ts";
import { drawQrBillSvg } from "#print/qr-bill/svg.ts";
import type { DrawnPdf, PdfToDraw } from "#print/render-pdf.ts";
import { drawReport } from "#print/report-page.ts";

const fonts = await readFonts();
const [logo, ridge, star] = await Promise.all(["logo", "crete-lettre", "etoile"].map(readDrawing));
if (!logo || !ridge || !star) throw new Error("a drawing is missing");
const material = { fonts, logo, ridge, star };

// This document only measures text widths, and is never output.
const ruler = new PDFDocument({ autoFirstPage: false });
for (const [font, bytes] of fonts) ruler.registerFont(font, bytes);
const measure: MeasureText = (text, bold, size) =>
  ruler
    .font(bold ? "billBold" : "bill")
    .fontSize(size)
    .widthOfString(text);

async function draw(paper: PdfToDraw): Promise<Uint8Array> {
  if (paper.kind === "consent-form") return drawConsentForm(paper.minor, paper.words, material);
  if (paper.kind === "report") return drawReport(paper.report, paper.date, fonts);
  if (paper.kind === "bills") return printBills(paper.title, paper.pages, measure, material);
  if (paper.kind === "letters") return drawLetters(paper.letters, material);
  return new TextEncoder().encode(drawQrBillSvg(layOutBill(paper.bill, measure), paper.bill));
}

parentPort?.on("message", async (paper: PdfToDraw) => {
  const drawn: DrawnPdf = await draw(paper).then(
    (file) => ({ file }),
    (error: unknown) => ({ error }),
  );
  parentPort?.postMessage(drawn);
});
