import { CONSENT_FORM_TEXTS } from "#domain/consent-form.ts";
import type { BillLetter } from "#domain/fees/bill-letter.ts";
import { formatAmount } from "#domain/money/amount.ts";
import type { QrBill } from "#domain/money/qr-bill.ts";
import { drawSvgPaths, type SvgDrawing } from "#print/drawing.ts";
import { drawEnvelopePart, LETTER_RIDGE } from "#print/envelope.ts";
import type { PdfFonts } from "#print/fonts.ts";
import { A4_POINTS, PdfPage, type PdfTextStyle } from "#print/page.ts";
import { toPrintableWords } from "#print/printable.ts";
import { drawBillQrCode, POINTS_PER_MM, qrCodeOfLink } from "./code.ts";
import {
  BILL_COLOURS,
  type BillTextLine,
  billCornerMarks,
  layOutBill,
  type MeasureText,
  PAYMENT_PART_MM,
  wrapText,
} from "./layout.ts";

/**
 * `link`: URL of the member's page, printed as text and QR code. `letter`: for a bill that is sent by post. Null for
 * none.
 */
export type PrintedBillPage = {
  readonly bill: QrBill;
  readonly link: string | null;
  readonly letter: BillLetter | null;
};

type Material = { fonts: PdfFonts; logo: SvgDrawing; ridge: SvgDrawing };

const TOP = 297 - PAYMENT_PART_MM.height;
const LEFT = 48.2;

const TEAR_OFF = "A détacher avant le versement";

const TITLE: PdfTextStyle = { font: "title", size: 34.9 };
const SHADOW: PdfTextStyle = { ...TITLE, colour: "#f2a98f" };
const BODY: PdfTextStyle = { font: "medium", size: 12 };
const WARNING: PdfTextStyle = { font: "bold", size: 12, colour: BILL_COLOURS.warning };

const FREE_AMOUNT = "Le montant est libre\u00a0: écrivez-le dans les deux cadres.";

const introOf = ({ amount, example }: QrBill): readonly (readonly [string, PdfTextStyle])[] => [
  [amount === null ? FREE_AMOUNT : `Montant\u00a0: ${formatAmount(amount)}`, BODY],
  ["Scannez le code avec l’application de votre banque, ou détachez le bulletin pour la poste.", BODY],
  ...(example ? [["Compte d’exemple\u00a0: n’y versez rien.", WARNING] as const] : []),
];

const SMALL: PdfTextStyle = { font: "text", size: 9 };

/** Baselines in points. With a letter, everything else is below the window of the envelope. */
const PLACES = {
  sheet: { ridge: 84, title: 158, intro: 188, link: 400 },
  letter: { ridge: LETTER_RIDGE, title: 326, intro: 353, link: 448 },
} as const;
type Places = (typeof PLACES)[keyof typeof PLACES];

const LINE = 18;

/** PDF readers show `title`, which must contain no personal data. */
export async function printBills(
  title: string,
  bills: readonly PrintedBillPage[],
  measure: MeasureText,
  material: Material,
): Promise<Uint8Array> {
  const page = new PdfPage(material.fonts, title, CONSENT_FORM_TEXTS.association);
  for (const [i, { bill, link, letter }] of bills.entries()) {
    if (i > 0) page.doc.addPage();
    const places = letter ? PLACES.letter : PLACES.sheet;
    page.root.leaf(
      "Figure",
      () => drawSvgPaths(page.doc, material.logo, LEFT, 36.9, 168.75),
      CONSENT_FORM_TEXTS.association,
    );
    if (letter) drawEnvelopePart(page, page.root, letter);
    drawTitle(page, title, places, material);
    drawIntro(page, bill, letter, places);
    drawSlip(page, bill, measure);
    if (link !== null) drawLink(page, link, places);
  }
  return page.finish();
}

function drawTitle(page: PdfPage, title: string, { ridge, title: y }: Places, material: Material): void {
  page.ornament(() => {
    drawSvgPaths(page.doc, material.ridge, LEFT, ridge, A4_POINTS.width - 2 * LEFT);
    page.line(title, LEFT + 1.6, y + 1.4, SHADOW);
  });
  page.root.leaf("H1", () => page.line(title, LEFT, y, TITLE));
}

function drawIntro(page: PdfPage, bill: QrBill, letter: BillLetter | null, { intro }: Places): void {
  let y: number = intro;
  if (letter) {
    const width = A4_POINTS.width - 2 * LEFT;
    const lines = wrapText(toPrintableWords(letter.words), width, (text) => page.measure(text, BODY));
    page.root.leaf("P", () => {
      for (const [i, text] of lines.entries()) page.line(text, LEFT, y + i * LINE, BODY);
    });
    y += lines.length * LINE;
  }
  for (const [i, [text, style]] of introOf(bill).entries())
    page.root.leaf("P", () => page.line(text, LEFT, y + i * LINE, style));
}

function drawSlip(page: PdfPage, bill: QrBill, measure: MeasureText): void {
  const { doc, root } = page;
  const { paragraphs, frames, cut, code } = layOutBill(bill, measure, TOP);
  page.ornament(() => {
    const y = TOP * POINTS_PER_MM;
    const tearOff: PdfTextStyle = { font: "bill", size: 8, colour: BILL_COLOURS.text };
    page.line(TEAR_OFF, (A4_POINTS.width - page.measure(TEAR_OFF, tearOff)) / 2, y - 4, tearOff);
    doc.lineWidth(0.75).strokeColor("#000").dash(3.4, { space: 2.8 });
    doc
      .path(`M0 ${y}H${A4_POINTS.width}M${cut.x1 * POINTS_PER_MM} ${y}V${A4_POINTS.height}`)
      .stroke()
      .undash();
    doc.save().scale(POINTS_PER_MM).lineWidth(0.26).path(frames.map(billCornerMarks).join("")).stroke().restore();
  });
  const slip = root.group("Sect");
  for (const { title: isTitle, lines } of paragraphs) {
    slip.leaf(isTitle ? "H2" : "P", () => {
      for (const line of lines) write(page, line);
    });
  }
  slip.leaf(
    "Figure",
    () => drawBillQrCode(doc, bill, code.x * POINTS_PER_MM, code.y * POINTS_PER_MM),
    "Code QR de la facture",
  );
}

const LINK_SIDE = 28 * POINTS_PER_MM;

function drawLink(page: PdfPage, link: string, { link: y }: Places): void {
  const { side, path } = qrCodeOfLink(link);
  const drawing = { width: side, height: side, traces: [{ d: path, fill: "#000", stroke: null, thickness: 0 }] };
  const x = LEFT + LINK_SIDE + 14;
  page.root.leaf("Figure", () => drawSvgPaths(page.doc, drawing, LEFT, y, LINK_SIDE), "Code QR de votre fiche");
  page.root.leaf("P", () => page.line("Votre fiche\u00a0:", x, y + 16, { ...BODY, font: "bold" }));
  page.root.leaf("P", () => page.line("vos coordonnées et votre cotisation, à lire et à corriger.", x, y + 33, BODY));
  page.root.leaf("P", () => page.fitLine(link, x, y + 50, SMALL, A4_POINTS.width - LEFT - x));
}

function write(page: PdfPage, { text, x, y, size, bold, alignRight, warning }: BillTextLine): void {
  const colour = warning ? BILL_COLOURS.warning : BILL_COLOURS.text;
  const style: PdfTextStyle = { font: bold ? "billBold" : "bill", size, colour };
  page.line(text, x * POINTS_PER_MM - (alignRight ? page.measure(text, style) : 0), y * POINTS_PER_MM, style);
}
