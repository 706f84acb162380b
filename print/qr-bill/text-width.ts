import PDFDocument from "pdfkit";
import type { Fonts } from "#print/fonts.ts";
import type { MeasureText } from "./layout.ts";

/** @returns the widths of the bill's two fonts, from a document that is never written */
export function measurer(fonts: Fonts): MeasureText {
  const doc = new PDFDocument({ autoFirstPage: false });
  for (const [font, bytes] of fonts) doc.registerFont(font, bytes);
  return (text, bold, size) =>
    doc
      .font(bold ? "billBold" : "bill")
      .fontSize(size)
      .widthOfString(text);
}
