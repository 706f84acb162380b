/** QR-bills and QR codes as SVG text: attributes only, so that the strictest policy shows them whole. */
import { COTE_MM, type Code, CROIX } from "./code.ts";
import { type Bulletin, coins, ENCRES, type Ligne } from "./mise-en-page.ts";

/** Metric twins: lines broken for one fit in all. */
const POLICE = "Liberation Sans, Arial, Helvetica, sans-serif";
const PT_EN_MM = 25.4 / 72;
/** Light modules around a code that a reader needs (ISO/IEC 18004). */
const BORD = 4;

const enXml = (texte: string) => texte.replace(/[&<>"]/g, (signe) => `&#${signe.charCodeAt(0)};`);
/** To a hundredth of a millimetre. */
const mm = (nombre: number) => String(Math.round(nombre * 100) / 100);

const svg = (largeur: number, hauteur: number, unite: "mm" | "", contenu: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${mm(largeur)}${unite}" height="${mm(hauteur)}${unite}" viewBox="0 0 ${mm(largeur)} ${mm(hauteur)}">` +
  `<path fill="#fff" d="M0 0h${mm(largeur)}v${mm(hauteur)}H0z"/>${contenu}</svg>`;

const ligne = ({ texte, x, y, taille, gras, aDroite, alerte }: Ligne) =>
  `<text x="${mm(x)}" y="${mm(y)}" font-size="${mm(taille * PT_EN_MM)}"${gras ? ' font-weight="700"' : ""}` +
  `${aDroite ? ' text-anchor="end"' : ""}${alerte ? ` fill="${ENCRES.alerte}"` : ""}>${enXml(texte)}</text>`;

const modules = ({ chemin }: Code, echelle: number) =>
  `<path transform="scale(${echelle})" shape-rendering="crispEdges" d="${chemin}"/>`;

const croix = CROIX.map(
  ({ fond, largeur, hauteur }) =>
    `<path fill="${fond}" d="M${mm((COTE_MM - largeur) / 2)} ${mm((COTE_MM - hauteur) / 2)}h${largeur}v${hauteur}h-${largeur}z"/>`,
).join("");

/** A bill's code, its cross included. @param cote as it is to be drawn */
const codeSuisse = (code: Code, x: number, y: number, cote: number) =>
  `<g transform="translate(${mm(x)} ${mm(y)}) scale(${cote / COTE_MM})">${modules(code, COTE_MM / code.cote)}${croix}</g>`;

export function svgDuBulletin(
  { largeur, hauteur, paragraphes, cadres, coupe, code: place }: Bulletin,
  code: Code,
): string {
  const { x1, y1, x2, y2 } = coupe;
  return svg(
    largeur,
    hauteur,
    "mm",
    `<path d="M${mm(x1)} ${mm(y1)}L${mm(x2)} ${mm(y2)}" stroke="#000" stroke-width=".26" stroke-dasharray="1.2 1"/>` +
      `<path d="${cadres.map(coins).join("")}" fill="none" stroke="#000" stroke-width=".26"/>` +
      codeSuisse(code, place.x, place.y, place.cote) +
      `<g font-family="${POLICE}">${paragraphes.flatMap(({ lignes }) => lignes.map(ligne)).join("")}</g>`,
  );
}

/** A bill's code alone. @param cote in pixels, of one module */
export function svgDuCodeSuisse(code: Code, cote: number): string {
  const total = (code.cote + 2 * BORD) * cote;
  return svg(total, total, "", codeSuisse(code, BORD * cote, BORD * cote, code.cote * cote));
}

export function svgDuCode(code: Code): string {
  const total = code.cote + 2 * BORD;
  return svg(total, total, "", `<g transform="translate(${BORD} ${BORD})">${modules(code, 1)}</g>`);
}
