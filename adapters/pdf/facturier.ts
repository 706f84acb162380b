/** QR-bills: their code made with swissqrbill, their page with pdfkit, their picture with sharp. */
import sharp from "sharp";
import type { Facturier } from "#ports/facturier.ts";
import { readDrawing } from "./drawing.ts";
import { enColonne, enLargeur } from "./facture/mise-en-page.ts";
import { svgDuBulletin, svgDuCode, svgDuCodeSuisse } from "./facture/svg.ts";
import { readFonts } from "./fonts.ts";
import { once } from "./once.ts";

/** Side of a picture of a code, in pixels: twelve for a module, so that a phone's screen shows it without enlarging it. */
const COTE_PX = 780;

async function readMaterial() {
  const [polices, logo, crete, { mesureur }, { printFacture }] = await Promise.all([
    readFonts(),
    readDrawing("logo"),
    readDrawing("crete-lettre"),
    import("./facture/mesureur.ts"),
    import("./facture/feuille.ts"),
  ]);
  return { dessins: { polices, logo, crete }, mesurer: mesureur(polices), printFacture };
}

/** Fonts, drawings and pdfkit are loaded when they are first asked for: a site at rest does without their memory. */
export function createFacturier(): Facturier {
  const material = once(readMaterial);
  return {
    async svg(facture, forme) {
      const { mesurer } = await material();
      const bulletin = forme === "large" ? enLargeur(facture, mesurer) : enColonne(facture, mesurer);
      return svgDuBulletin(bulletin, facture);
    },
    async pdf(facture) {
      const { mesurer, dessins, printFacture } = await material();
      return printFacture(facture, mesurer, dessins);
    },
    async png(facture) {
      const svg = svgDuCodeSuisse(facture, COTE_PX);
      return sharp(Buffer.from(svg)).png({ palette: true, colours: 2, dither: 0 }).toBuffer();
    },
    codeQr: svgDuCode,
  };
}
