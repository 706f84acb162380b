import PDFDocument from "pdfkit";
import type { Polices } from "../fonts.ts";
import type { Mesurer } from "./mise-en-page.ts";

/** @returns the widths of the bill's two fonts, from a document that is never written */
export function mesureur(polices: Polices): Mesurer {
  const doc = new PDFDocument({ autoFirstPage: false });
  for (const [police, octets] of polices) doc.registerFont(police, octets);
  return (texte, gras, taille) =>
    doc
      .font(gras ? "factureGras" : "facture")
      .fontSize(taille)
      .widthOfString(texte);
}
