/** Layout of a QR-bill in millimetres (SIX, Style Guide QR-bill). */
import { formatAmount, formatIBAN, formatReference } from "swissqrbill/utils";
import { billAddressLines, type QrBill } from "#domain/money/qr-bill.ts";

/** `size`: in points. `y`: the baseline. `x`: the left end, or the right end with `alignRight`. */
export type BillTextLine = {
  text: string;
  x: number;
  y: number;
  size: number;
  bold?: true;
  alignRight?: true;
  warning?: true;
};
type Paragraph = { title?: true; lines: BillTextLine[] };
export type Rectangle = { x: number; y: number; width: number; height: number };

export type BillLayout = {
  width: number;
  height: number;
  paragraphs: Paragraph[];
  frames: Rectangle[];
  cut: { x1: number; y1: number; x2: number; y2: number };
  code: { x: number; y: number; side: number };
};

/** Returns the width of a text in points. */
export type MeasureText = (text: string, bold: boolean, size: number) => number;

const PT = 25.4 / 72;
export const PAYMENT_PART_MM = { width: 210, height: 105, receipt: 62 } as const;
const MARGIN = 5;

const RECEIPT = { label: 6, value: 8, lineHeight: 9 * PT, width: 52, frame: { width: 52, height: 20 } };
const PAYMENT = { label: 8, value: 10, lineHeight: 11 * PT, width: 87, frame: { width: 65, height: 25 } };
type Style = typeof RECEIPT;

type Section = readonly [string, ...string[]];
type Point = readonly [number, number];

const title = (text: string, x: number, y: number): Paragraph => ({
  title: true,
  lines: [{ text, x, y: y + 9 * PT, size: 11, bold: true }],
});

/** Splits a text into lines of at most `width`, in the unit of `measure`. */
export function wrapText(text: string, width: number, measure: (text: string) => number): string[] {
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

const warning = (x: number, y: number, size: number): Paragraph => ({
  lines: [{ text: "EXEMPLE", x, y, size, bold: true, warning: true }],
});

/** `further`: sections that only the payment part has. Returned `y`: the lower edge. */
function column(bill: QrBill, style: Style, measure: MeasureText, [x, top]: Point, further: readonly Section[] = []) {
  const { reference, debtor, example } = bill;
  const { label, value, lineHeight, width, frame } = style;
  const sections: Section[] = [
    ["Compte / Payable à", formatIBAN(bill.iban), bill.holder, ...billAddressLines(bill)],
    ...(reference ? [["Référence", formatReference(reference)] as const] : []),
    ...further,
    debtor ? ["Payable par", debtor.name, ...billAddressLines(debtor)] : ["Payable par (nom/adresse)"],
  ];
  let y = top;
  const paragraphs = sections.map(([heading, ...values]): Paragraph => {
    const start = y;
    const wrapped = values.flatMap((text) => wrapText(text, width, (t) => measure(t, false, value) * PT));
    const lines = [
      { text: heading, size: label, bold: true as const },
      ...wrapped.map((text) => ({ text, size: value })),
    ];
    y += (lines.length + 1) * lineHeight;
    return { lines: lines.map((line, i) => ({ ...line, x, y: start + (i + 0.75) * lineHeight })) };
  });
  if (debtor) return { paragraphs: [...paragraphs, ...(example ? [warning(x, y + 2, 14)] : [])], frames: [], y };
  // Start the box in the blank line below the heading.
  const box = { x, y: y - lineHeight + 1, ...frame };
  const marked = example ? [warning(x + 3, box.y + box.height / 2 + 3, box.height)] : [];
  return { paragraphs: [...paragraphs, ...marked], frames: [box], y: box.y + box.height };
}

function amount(
  { amount: centimes }: QrBill,
  style: Style,
  [x, xAmount, y]: readonly [number, number, number],
  frame: Rectangle,
): Part {
  const labelled = (label: string, value: string | null, where: number): Paragraph => ({
    lines: [
      { text: label, x: where, y: y + 0.75 * style.lineHeight, size: style.label, bold: true },
      ...(value === null ? [] : [{ text: value, x: where, y: y + 1.95 * style.lineHeight, size: style.value }]),
    ],
  });
  const value = centimes === null ? null : formatAmount(centimes / 100);
  return {
    paragraphs: [labelled("Monnaie", "CHF", x), labelled("Montant", value, xAmount)],
    frames: centimes === null ? [frame] : [],
  };
}

type Part = Pick<BillLayout, "paragraphs" | "frames">;

const joined = (...parts: readonly Part[]): Part => ({
  paragraphs: parts.flatMap(({ paragraphs }) => paragraphs),
  frames: parts.flatMap(({ frames }) => frames),
});

function receipt(bill: QrBill, measure: MeasureText, top: number): Part {
  const frame = { x: MARGIN + 22, y: top + 68, width: 30, height: 10 };
  const sum = amount(bill, RECEIPT, [MARGIN, MARGIN + 12, top + 68], frame);
  const acceptancePoint: Paragraph = {
    lines: [{ text: "Point de dépôt", x: MARGIN + 52, y: top + 84, size: 6, bold: true, alignRight: true }],
  };
  const { paragraphs, frames } = joined(column(bill, RECEIPT, measure, [MARGIN, top + 12]), sum);
  return { paragraphs: [title("Récépissé", MARGIN, top + MARGIN), ...paragraphs, acceptancePoint], frames };
}

function scanPart(bill: QrBill, x: number, y: number) {
  const side = 46;
  const code = { x, y: y + 17, side };
  const bottom = code.y + side + MARGIN;
  const frame = { x: x + 11, y: bottom + PAYMENT.lineHeight, width: 40, height: 15 };
  const sum = amount(bill, PAYMENT, [x, x + 14, bottom], frame);
  return { ...sum, paragraphs: [title("Section paiement", x, y + MARGIN), ...sum.paragraphs], code };
}

export function layOutBill(bill: QrBill, measure: MeasureText, top = 0): BillLayout {
  const left = receipt(bill, measure, top);
  const scan = scanPart(bill, PAYMENT_PART_MM.receipt + MARGIN, top);
  const text = column(bill, PAYMENT, measure, [118, top + MARGIN], [["Informations supplémentaires", bill.message]]);
  const { width, height, receipt: x } = PAYMENT_PART_MM;
  const cut = { x1: x, y1: top, x2: x, y2: top + height };
  return { width, height, ...joined(left, scan, text), cut, code: scan.code };
}

export function billCornerMarks({ x, y, width, height }: Rectangle): string {
  const [d, b] = [x + width, y + height];
  return (
    `M${x + 3} ${y}L${x} ${y}L${x} ${y + 3}M${d - 3} ${y}L${d} ${y}L${d} ${y + 3}` +
    `M${x + 3} ${b}L${x} ${b}L${x} ${b - 3}M${d - 3} ${b}L${d} ${b}L${d} ${b - 3}`
  );
}

export const BILL_COLOURS = { text: "#000", warning: "#c9341f" } as const;
