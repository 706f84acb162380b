/** Layout of a QR-bill in millimetres (SIX, Style Guide QR-bill). */
import { formatAmount, formatIBAN, formatReference } from "swissqrbill/utils";
import { addressLines, type QrBill } from "#domain/money/qr-bill.ts";

/** `size`: in points. `y`: the baseline. `x`: the left end, or the right end if `alignRight` is set. */
export type Line = { text: string; x: number; y: number; size: number; bold?: true; alignRight?: true; warning?: true };
type Paragraph = { title?: true; lines: Line[] };
export type Rectangle = { x: number; y: number; width: number; height: number };

export type BillLayout = {
  width: number;
  height: number;
  paragraphs: Paragraph[];
  /** Boxes to fill in by hand; only their corners are drawn. */
  frames: Rectangle[];
  cut: { x1: number; y1: number; x2: number; y2: number };
  code: { x: number; y: number; side: number };
};

/** @returns the width of a text, in points */
export type MeasureText = (text: string, bold: boolean, size: number) => number;

const PT = 25.4 / 72;
export const PAYMENT_PART_MM = { width: 210, height: 105, receipt: 62 } as const;
const MARGIN = 5;
const COLUMN = 65 + 2 * MARGIN;

const RECEIPT = { label: 6, value: 8, lineHeight: 9 * PT, width: 52, frame: { width: 52, height: 20 } };
const PAYMENT = { label: 8, value: 10, lineHeight: 11 * PT, width: 87, frame: { width: 65, height: 25 } };
type Style = typeof RECEIPT;

const EXAMPLE = "EXEMPLE";

const title = (text: string, x: number, y: number): Paragraph => ({
  title: true,
  lines: [{ text, x, y: y + 9 * PT, size: 11, bold: true }],
});

function wrapText(text: string, width: number, measure: (text: string) => number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const rest = line === "" ? word : `${line} ${word}`;
    if (measure(rest) <= width) {
      line = rest;
      continue;
    }
    if (line !== "") lines.push(line);
    line = "";
    for (const char of word) {
      if (measure(line + char) > width) {
        lines.push(line);
        line = "";
      }
      line += char;
    }
  }
  return [...lines, line];
}

class Sections {
  readonly paragraphs: Paragraph[] = [];
  readonly frames: Rectangle[] = [];
  y: number;
  readonly #x: number;
  readonly #style: Style;
  readonly #measure: MeasureText;

  constructor(x: number, y: number, style: Style, measure: MeasureText) {
    this.#x = x;
    this.y = y;
    this.#style = style;
    this.#measure = measure;
  }

  add(label: string, values: readonly string[]): this {
    const { label: small, value, lineHeight, width } = this.#style;
    const lines = values.flatMap((text) =>
      wrapText(text, width, (t) => this.#measure(t, false, value) * PT).map((t) => ({ text: t, size: value })),
    );
    const all = [{ text: label, size: small, bold: true as const }, ...lines];
    this.paragraphs.push({
      lines: all.map((line, i) => ({ ...line, x: this.#x, y: this.y + (i + 0.75) * lineHeight })),
    });
    this.y += (all.length + 1) * lineHeight;
    return this;
  }

  blankBox(example: boolean): this {
    const { frame, lineHeight } = this.#style;
    // Move the box up, to where `add` leaves a blank line below the heading.
    const y = this.y - lineHeight + 1;
    this.frames.push({ x: this.#x, y, ...frame });
    if (example) this.paragraphs.push(warning(this.#x + 3, y + frame.height / 2 + 3, frame.height));
    this.y = y + frame.height;
    return this;
  }

  reference({ reference }: QrBill): this {
    return reference ? this.add("Référence", [formatReference(reference)]) : this;
  }

  debtor({ debtor, example }: QrBill): this {
    if (!debtor) return this.add("Payable par (nom/adresse)", []).blankBox(example);
    this.add("Payable par", [debtor.name, ...addressLines(debtor)]);
    if (example) this.paragraphs.push(warning(this.#x, this.y + 2, 14));
    return this;
  }
}

const warning = (x: number, y: number, size: number): Paragraph => ({
  lines: [{ text: EXAMPLE, x, y, size, bold: true, warning: true }],
});

function amount(
  { amount: centimes }: QrBill,
  style: Style,
  [x, xAmount, y]: readonly [number, number, number],
  frame: Rectangle,
): Part {
  const column = (label: string, value: string | null, where: number): Paragraph => ({
    lines: [
      { text: label, x: where, y: y + 0.75 * style.lineHeight, size: style.label, bold: true },
      ...(value === null ? [] : [{ text: value, x: where, y: y + 1.95 * style.lineHeight, size: style.value }]),
    ],
  });
  const value = centimes === null ? null : formatAmount(centimes / 100);
  return {
    paragraphs: [column("Monnaie", "CHF", x), column("Montant", value, xAmount)],
    frames: centimes === null ? [frame] : [],
  };
}

type Part = Pick<BillLayout, "paragraphs" | "frames">;

const joined = (...parts: readonly Part[]): Part => ({
  paragraphs: parts.flatMap(({ paragraphs }) => paragraphs),
  frames: parts.flatMap(({ frames }) => frames),
});

function receipt(bill: QrBill, measure: MeasureText, x: number, y: number): Part {
  const left = x + MARGIN;
  const sections = new Sections(left, y + 12, RECEIPT, measure)
    .add("Compte / Payable à", accountOf(bill))
    .reference(bill)
    .debtor(bill);
  const frame = { x: left + 22, y: y + 68, width: 30, height: 10 };
  const sum = amount(bill, RECEIPT, [left, left + 12, y + 68], frame);
  const acceptancePoint: Paragraph = {
    lines: [{ text: "Point de dépôt", x: left + 52, y: y + 84, size: 6, bold: true, alignRight: true }],
  };
  const { paragraphs, frames } = joined(sections, sum);
  return { paragraphs: [title("Récépissé", left, y + MARGIN), ...paragraphs, acceptancePoint], frames };
}

/** Lays out the title, QR code and amount of the payment part. `side`: side of the QR code. */
function scanPart(bill: QrBill, x: number, y: number, side: number) {
  const code = { x, y: y + 17, side };
  const bottom = code.y + side + MARGIN;
  const frame = { x: x + 11, y: bottom + PAYMENT.lineHeight, width: 40, height: 15 };
  const sum = amount(bill, PAYMENT, [x, x + 14, bottom], frame);
  return { ...sum, paragraphs: [title("Section paiement", x, y + MARGIN), ...sum.paragraphs], code };
}

const textPart = (bill: QrBill, measure: MeasureText, x: number, y: number, width: number) =>
  new Sections(x, y, { ...PAYMENT, width }, measure)
    .add("Compte / Payable à", accountOf(bill))
    .reference(bill)
    .add("Informations supplémentaires", [bill.message])
    .debtor(bill);

const accountOf = (bill: QrBill) => [formatIBAN(bill.iban), bill.holder, ...addressLines(bill)];

/** Standard layout: the receipt is left of the payment part. `top`: the upper edge. */
export function layOutWide(bill: QrBill, measure: MeasureText, top = 0): BillLayout {
  const left = receipt(bill, measure, 0, top);
  const scan = scanPart(bill, PAYMENT_PART_MM.receipt + MARGIN, top, 46);
  const text = textPart(bill, measure, 118, top + MARGIN, PAYMENT.width);
  const { width, height, receipt: x } = PAYMENT_PART_MM;
  const cut = { x1: x, y1: top, x2: x, y2: top + height };
  return { width, height, ...joined(left, scan, text), cut, code: scan.code };
}

/** Layout for phones: the payment part, with a larger QR code, is above the receipt. */
export function layOutStacked(bill: QrBill, measure: MeasureText): BillLayout {
  const side = COLUMN - 2 * MARGIN;
  const scan = scanPart(bill, MARGIN, 0, side);
  const text = textPart(bill, measure, MARGIN, 17 + side + 27, side);
  const y = text.y + MARGIN;
  const bottom = receipt(bill, measure, 0, y);
  const cut = { x1: 0, y1: y, x2: COLUMN, y2: y };
  return { width: COLUMN, height: y + 90, ...joined(scan, text, bottom), cut, code: scan.code };
}

export function cornerMarks({ x, y, width, height }: Rectangle): string {
  const [d, b] = [x + width, y + height];
  return (
    `M${x + 3} ${y}L${x} ${y}L${x} ${y + 3}M${d - 3} ${y}L${d} ${y}L${d} ${y + 3}` +
    `M${x + 3} ${b}L${x} ${b}L${x} ${b - 3}M${d - 3} ${b}L${d} ${b}L${d} ${b - 3}`
  );
}

export const COLOURS = { text: "#000", warning: "#c9341f" } as const;
