/** QR-bills: their code made with swissqrbill, their page with pdfkit, their picture with sharp. */
import PDFDocument from "pdfkit";
import sharp from "sharp";
import type { Facturier } from "#ports/facturier.ts";
import { readDrawing } from "./drawing.ts";
import { codeDeFacture, codeDeLien } from "./facture/code.ts";
import { printFacture } from "./facture/feuille.ts";
import { enColonne, enLargeur, type Mesurer } from "./facture/mise-en-page.ts";
import { svgDuBulletin, svgDuCode, svgDuCodeSuisse } from "./facture/svg.ts";
import { type Polices, readFonts } from "./fonts.ts";
import { once } from "./once.ts";

/** Side of one module of a picture, in pixels: a phone's screen shows it without enlarging it. */
const MODULE_PX = 12;

/** @returns the widths of the bill's two fonts, from a document that is never written */
function mesureur(polices: Polices): Mesurer {
  const doc = new PDFDocument({ autoFirstPage: false });
  for (const [police, octets] of polices) doc.registerFont(police, octets);
  return (texte, gras, taille) =>
    doc
      .font(gras ? "factureGras" : "facture")
      .fontSize(taille)
      .widthOfString(texte);
}

async function readMaterial() {
  const [polices, logo, crete] = await Promise.all([readFonts(), readDrawing("logo"), readDrawing("crete-lettre")]);
  return { polices, logo, crete, mesurer: mesureur(polices) };
}

/** Fonts and drawings are read when they are first asked for. */
export function createFacturier(): Facturier {
  const material = once(readMaterial);
  return {
    async svg(facture, forme) {
      const { mesurer } = await material();
      const bulletin = forme === "large" ? enLargeur(facture, mesurer) : enColonne(facture, mesurer);
      return svgDuBulletin(bulletin, codeDeFacture(facture));
    },
    async pdf(facture) {
      const { mesurer, ...reste } = await material();
      return printFacture(facture, mesurer, reste);
    },
    async png(facture) {
      const svg = svgDuCodeSuisse(codeDeFacture(facture), MODULE_PX);
      return sharp(Buffer.from(svg)).png({ palette: true, colours: 2, dither: 0 }).toBuffer();
    },
    codeQr: (lien) => svgDuCode(codeDeLien(lien)),
  };
}
