/** QR-bills and QR codes as SVG text: attributes only, so that the strictest policy shows them whole. */
import type { Facture } from "#domain/qr-facture.ts";
import { COTE_MM, codeDeFacture, codeDeLien } from "./code.ts";
import { type Bulletin, coins, ENCRES, type Ligne } from "./mise-en-page.ts";

/** Metric twins: lines broken for one fit in all. */
const POLICE = "Liberation Sans, Arial, Helvetica, sans-serif";
const PT_EN_MM = 25.4 / 72;
/** Light modules around a code that a reader needs (ISO/IEC 18004). */
const BORD = 4;
/** The same around a bill's code, whose smallest version has 57 modules. */
const BORD_MM = (BORD * COTE_MM) / 57;

const enXml = (texte: string) => texte.replace(/[&<>"]/g, (signe) => `&#${signe.charCodeAt(0)};`);
/** To a hundredth of a millimetre. */
const mm = (nombre: number) => String(Math.round(nombre * 100) / 100);

const svg = (largeur: number, hauteur: number, unite: "mm" | "", contenu: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${mm(largeur)}${unite}" height="${mm(hauteur)}${unite}" viewBox="0 0 ${mm(largeur)} ${mm(hauteur)}">` +
  `<path fill="#fff" d="M0 0h${mm(largeur)}v${mm(hauteur)}H0z"/>${contenu}</svg>`;

const ligne = ({ texte, x, y, taille, gras, aDroite, alerte }: Ligne) =>
  `<text x="${mm(x)}" y="${mm(y)}" font-size="${mm(taille * PT_EN_MM)}"${gras ? ' font-weight="700"' : ""}` +
  `${aDroite ? ' text-anchor="end"' : ""}${alerte ? ` fill="${ENCRES.alerte}"` : ""}>${enXml(texte)}</text>`;

export function svgDuBulletin(
  { largeur, hauteur, paragraphes, cadres, coupe, code: { x, y, cote } }: Bulletin,
  facture: Facture,
): string {
  const { x1, y1, x2, y2 } = coupe;
  return svg(
    largeur,
    hauteur,
    "mm",
    `<path d="M${mm(x1)} ${mm(y1)}L${mm(x2)} ${mm(y2)}" stroke="#000" stroke-width=".26" stroke-dasharray="1.2 1"/>` +
      `<path d="${cadres.map(coins).join("")}" fill="none" stroke="#000" stroke-width=".26"/>` +
      `<g transform="translate(${mm(x)} ${mm(y)}) scale(${cote / COTE_MM})">${codeDeFacture(facture)}</g>` +
      `<g font-family="${POLICE}">${paragraphes.flatMap(({ lignes }) => lignes.map(ligne)).join("")}</g>`,
  );
}

/** A bill's code alone. @param cote in pixels, light border included */
export function svgDuCodeSuisse(facture: Facture, cote: number): string {
  const scale = cote / (COTE_MM + 2 * BORD_MM);
  const place = `translate(${BORD_MM * scale} ${BORD_MM * scale}) scale(${scale})`;
  return svg(cote, cote, "", `<g transform="${place}">${codeDeFacture(facture)}</g>`);
}

export function svgDuCode(lien: string): string {
  const { cote, chemin } = codeDeLien(lien);
  const total = cote + 2 * BORD;
  const modules = `<path transform="translate(${BORD} ${BORD})" shape-rendering="crispEdges" d="${chemin}"/>`;
  return svg(total, total, "", modules);
}
