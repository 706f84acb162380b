/** The upper third of a letter: the address in the window of the envelope, and the date. */
import { type PdfElement, type PdfPage, type PdfTextStyle, SMALLEST_FONT_SIZE } from "./page.ts";
import { toPrintableText, toPrintableWords } from "./printable.ts";
import { POINTS_PER_MM } from "./qr-bill/code.ts";
import { wrapText } from "./qr-bill/layout.ts";

/** Left edge of a letter, in points. */
const LEFT = 48.2;
/** Baseline of the drawing below the upper third. In points. */
export const LETTER_RIDGE = 268;
/** Width, from the left edge, of what no window shows. In points. */
export const LEFT_OF_WINDOW = 225;

/**
 * The part of an A4 sheet that the window of an envelope shows wherever the folded sheet lies in it, in millimetres. It
 * is in the window at the right of both standards (SN 010130: 90 × 40 mm, 17 mm from the right, 30 mm from below; the
 * former one: 100 × 45 mm, 12 mm, 21 mm) of a C5/6 envelope (229 × 114 mm), folded at 99 to 105 mm. The sheet moves by
 * 19 mm to the side, and by 15 mm upwards or downwards.
 * A C5 envelope (229 × 162 mm, 77 mm from below) with a sheet folded once shows as much. The former C5 (65 mm) may show
 * the sheet only from 52 mm on: an address of three lines.
 */
export const ENVELOPE_WINDOW = { left: 122, right: 193, top: 48, bottom: 69 } as const;

const WINDOW_MARGIN = 1;
const ADDRESS: PdfTextStyle = { font: "text", size: 10.5 };
const ADDRESS_LEADING = 1.2;
const ADDRESS_STEP = 0.5;

/** `address`: at most six paragraphs, which may wrap. `date`: place and date. */
export type EnvelopePart = { readonly address: readonly string[]; readonly date: string };

/** Makes a long address smaller. Shortens its paragraphs to one line each if it is still too high. */
export function drawEnvelopePart(page: PdfPage, parent: PdfElement, { address, date }: EnvelopePart): void {
  const x = (ENVELOPE_WINDOW.left + WINDOW_MARGIN) * POINTS_PER_MM;
  const width = (ENVELOPE_WINDOW.right - WINDOW_MARGIN) * POINTS_PER_MM - x;
  const height = (ENVELOPE_WINDOW.bottom - ENVELOPE_WINDOW.top - WINDOW_MARGIN) * POINTS_PER_MM;
  const paragraphs = address.map(toPrintableText).filter((text) => text !== "");
  const wrap = (size: number) =>
    paragraphs.flatMap((text) => wrapText(text, width, (part) => page.measure(part, { ...ADDRESS, size })));
  let size = ADDRESS.size;
  const fits = (count: number) => count * size * ADDRESS_LEADING <= height;
  while (size > SMALLEST_FONT_SIZE && !fits(wrap(size).length)) size -= ADDRESS_STEP;
  const wrapped = wrap(size);
  const lines = fits(wrapped.length) ? wrapped : paragraphs;
  const leading = size * ADDRESS_LEADING;
  const top = ((ENVELOPE_WINDOW.top + ENVELOPE_WINDOW.bottom) / 2) * POINTS_PER_MM - (lines.length * leading) / 2;
  parent.leaf("P", () => {
    for (const [i, text] of lines.entries())
      page.fitLine(text, x, top + i * leading + 0.85 * size, { ...ADDRESS, size }, width);
  });
  parent.leaf("P", () => page.fitLine(toPrintableWords(date), LEFT, LETTER_RIDGE - 12, ADDRESS, LEFT_OF_WINDOW));
}
