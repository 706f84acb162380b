import { CONSENT_FORM } from "#domain/consent-form.ts";
import { formatAmount } from "#domain/money/amount.ts";
import type { QrBill } from "#domain/money/qr-bill.ts";
import { type Drawing, drawPaths } from "#print/drawing.ts";
import type { Fonts } from "#print/fonts.ts";
import { A4, Page, type TextStyle } from "#print/page.ts";
import { codeOfLink, drawCode, POINTS_PER_MM } from "./code.ts";
import { type BillTextLine, COLOURS, cornerMarks, layOutWide, type MeasureText, PAYMENT_PART_MM } from "./layout.ts";

/** `link`: URL of the member's page, printed as text and QR code. Null for none. */
export type BillPage = { readonly bill: QrBill; readonly link: string | null };

type Material = { fonts: Fonts; logo: Drawing; ridge: Drawing };

const TOP = 297 - PAYMENT_PART_MM.height;
const LEFT = 48.2;

const TEAR_OFF = "A détacher avant le versement";

const TITLE: TextStyle = { font: "title", size: 34.9 };
const SHADOW: TextStyle = { ...TITLE, colour: "#f2a98f" };
const BODY: TextStyle = { font: "medium", size: 12 };
const WARNING: TextStyle = { font: "bold", size: 12, colour: COLOURS.warning };

const FREE_AMOUNT = "Le montant est libre\u00a0: écrivez-le dans les deux cadres.";

const introOf = ({ amount, example }: QrBill): readonly (readonly [string, TextStyle])[] => [
  [amount === null ? FREE_AMOUNT : `Montant\u00a0: ${formatAmount(amount)}`, BODY],
  ["Scannez le code avec l’application de votre banque, ou détachez le bulletin pour la poste.", BODY],
  ...(example ? [["Compte d’exemple\u00a0: n’y versez rien.", WARNING] as const] : []),
];

const LINK = { y: 400, side: 28 * POINTS_PER_MM };
const SMALL: TextStyle = { font: "text", size: 9 };

/** PDF readers show `title`, which must contain no personal data. */
export async function printBills(
  title: string,
  bills: readonly BillPage[],
  measure: MeasureText,
  material: Material,
): Promise<Uint8Array> {
  const page = new Page(material.fonts, title, CONSENT_FORM.association);
  for (const [i, { bill, link }] of bills.entries()) {
    if (i > 0) page.doc.addPage();
    drawSheet(page, title, bill, measure, material);
    if (link !== null) drawLink(page, link);
  }
  return page.finish();
}

function drawLink(page: Page, link: string): void {
  const { side, path } = codeOfLink(link);
  const drawing = { width: side, height: side, traces: [{ d: path, fill: "#000", stroke: null, thickness: 0 }] };
  const x = LEFT + LINK.side + 14;
  page.root.leaf("Figure", () => drawPaths(page.doc, drawing, LEFT, LINK.y, LINK.side), "Code QR de votre fiche");
  page.root.leaf("P", () => page.line("Votre fiche\u00a0:", x, LINK.y + 16, { ...BODY, font: "bold" }));
  page.root.leaf("P", () =>
    page.line("vos coordonnées et votre cotisation, à lire et à corriger.", x, LINK.y + 33, BODY),
  );
  page.root.leaf("P", () => page.fitLine(link, x, LINK.y + 50, SMALL, A4.width - LEFT - x));
}

function drawSheet(page: Page, title: string, bill: QrBill, measure: MeasureText, { logo, ridge }: Material): void {
  const { doc, root } = page;
  root.leaf("Figure", () => drawPaths(doc, logo, LEFT, 36.9, 168.75), CONSENT_FORM.association);
  page.ornament(() => {
    drawPaths(doc, ridge, LEFT, 84, A4.width - 2 * LEFT);
    page.line(title, LEFT + 1.6, 159.4, SHADOW);
  });
  root.leaf("H1", () => page.line(title, LEFT, 158, TITLE));
  for (const [i, [text, style]] of introOf(bill).entries())
    root.leaf("P", () => page.line(text, LEFT, 188 + i * 18, style));

  const { paragraphs, frames, cut, code } = layOutWide(bill, measure, TOP);
  page.ornament(() => {
    const y = TOP * POINTS_PER_MM;
    const tearOff: TextStyle = { font: "bill", size: 8, colour: COLOURS.text };
    page.line(TEAR_OFF, (A4.width - page.measure(TEAR_OFF, tearOff)) / 2, y - 4, tearOff);
    doc.lineWidth(0.75).strokeColor("#000").dash(3.4, { space: 2.8 });
    doc
      .path(`M0 ${y}H${A4.width}M${cut.x1 * POINTS_PER_MM} ${y}V${A4.height}`)
      .stroke()
      .undash();
    doc.save().scale(POINTS_PER_MM).lineWidth(0.26).path(frames.map(cornerMarks).join("")).stroke().restore();
  });
  const slip = root.group("Sect");
  for (const { title: isTitle, lines } of paragraphs) {
    slip.leaf(isTitle ? "H2" : "P", () => {
      for (const line of lines) write(page, line);
    });
  }
  slip.leaf(
    "Figure",
    () => drawCode(doc, bill, code.x * POINTS_PER_MM, code.y * POINTS_PER_MM),
    "Code QR de la facture",
  );
}

function write(page: Page, { text, x, y, size, bold, alignRight, warning }: BillTextLine): void {
  const colour = warning ? COLOURS.warning : COLOURS.text;
  const style: TextStyle = { font: bold ? "billBold" : "bill", size, colour };
  page.line(text, x * POINTS_PER_MM - (alignRight ? page.measure(text, style) : 0), y * POINTS_PER_MM, style);
}
