/** Letters of one text to many people. */
import { CONSENT_FORM_TEXTS } from "#domain/consent-form.ts";
import { linkInWords, type RichTextBlock, type RichTextInline } from "#domain/text/rich-text.ts";
import { drawSvgPaths, type SvgDrawing } from "./drawing.ts";
import { drawEnvelopePart, LEFT_OF_WINDOW, LETTER_RIDGE } from "./envelope.ts";
import type { PdfFonts } from "./fonts.ts";
import { A4_POINTS, type PdfElement, PdfPage, type PdfPiece, type PdfTextStyle } from "./page.ts";
import { toPrintableText, toPrintableWords } from "./printable.ts";
import { wrapPieces } from "./wrap-pieces.ts";

/**
 * `title`: PDF readers show it, so it must contain no personal data. `sender`: name and address. `date`: place and date.
 * `answers`: whom to answer, as a sentence; empty for none. `addresses`: one for each letter, name first.
 */
export type PrintedLetters = {
  readonly title: string;
  readonly sender: readonly string[];
  readonly date: string;
  readonly kicker: string;
  readonly subject: string;
  readonly blocks: readonly RichTextBlock[];
  readonly answers: string;
  readonly addresses: readonly (readonly string[])[];
};

type Material = { readonly fonts: PdfFonts; readonly logo: SvgDrawing; readonly ridge: SvgDrawing };

/** In points. `LEFT` is also the right margin. */
const LEFT = 48.2;
const WIDTH = A4_POINTS.width - 2 * LEFT;
const TOP = 76;
const BOTTOM = A4_POINTS.height - 50;
const SENDER_TOP = 128;
/** Upper edge of the text of a first page. */
const FIRST = LETTER_RIDGE + 36;
const INDENT = 20;

const SMALL: PdfTextStyle = { font: "text", size: 9 };
const KICKER: PdfTextStyle = { font: "medium", size: 11 };
const SUBJECTS: readonly PdfTextStyle[] = [26, 20, 15].map((size) => ({ font: "title", size }));
const SUBJECT_LINES_MAX = 2;

/** From the size of a short letter to the smallest with which a longer one may still fit on one page. */
const SIZES = [11.5, 10.5, 9.75] as const;
const LEADING = 1.4;

/** Lines that stand together on a page. `tag`: of the PDF. `label`: before an item of a list. */
type Part = {
  readonly tag: "H1" | "P" | "LBody";
  readonly lines: readonly (readonly PdfPiece[])[];
  readonly label: string;
  readonly style: PdfTextStyle;
  readonly step: number;
  /** Space above, in points. */
  readonly gap: number;
};

/** A line on its page. `y`: the baseline. */
type Placed = {
  readonly part: Part;
  readonly line: readonly PdfPiece[];
  readonly isFirst: boolean;
  readonly y: number;
};

/** A page for each letter, or several if its text is long. */
export function drawLetters(letters: PrintedLetters, material: Material): Promise<Uint8Array> {
  const page = new PdfPage(material.fonts, letters.title, CONSENT_FORM_TEXTS.association);
  const pages = layOut(letters, page);
  for (const [i, address] of letters.addresses.entries()) {
    const letter = page.root.group("Sect");
    for (const [n, placed] of pages.entries()) {
      if (i > 0 || n > 0) page.doc.addPage();
      if (n === 0) drawHead(page, letter, letters, address, material);
      else drawFollowingHead(page, address, n + 1, pages.length);
      if (n === 0 && pages.length > 1) drawFoot(page, pages.length);
      drawPlaced(page, letter, placed);
    }
  }
  return page.finish();
}

function drawHead(
  page: PdfPage,
  letter: PdfElement,
  { sender, date }: PrintedLetters,
  address: readonly string[],
  { logo, ridge }: Material,
): void {
  letter.leaf("Figure", () => drawSvgPaths(page.doc, logo, LEFT, 36.9, 168.75), CONSENT_FORM_TEXTS.association);
  letter.leaf("P", () => {
    for (const [i, text] of sender.map(toPrintableText).filter(Boolean).entries())
      page.fitLine(text, LEFT, SENDER_TOP + i * 12.5, SMALL, LEFT_OF_WINDOW);
  });
  drawEnvelopePart(page, letter, { address, date });
  page.ornament(() => drawSvgPaths(page.doc, ridge, LEFT, LETTER_RIDGE, WIDTH));
}

/** Names the person on a further page, because the sheets of many letters lie on one pile. */
const drawFollowingHead = (page: PdfPage, [name = ""]: readonly string[], number: number, count: number): void =>
  page.ornament(() => {
    const words = [toPrintableText(name), `page ${number} sur ${count}`].filter(Boolean).join(", ");
    page.fitLine(words, LEFT, 48, SMALL, WIDTH);
  });

const drawFoot = (page: PdfPage, count: number): void =>
  page.ornament(() => page.line(`page 1 sur ${count}`, LEFT, A4_POINTS.height - 30, SMALL));

/** The text is the same in each letter, so it is laid out once. In a smaller size if it then fits on one page. */
function layOut(letters: PrintedLetters, page: PdfPage): Placed[][] {
  const laidOut = SIZES.map((size) => place(partsOf(letters, page, size)));
  return laidOut.find(({ length }) => length === 1) ?? (laidOut[0] as Placed[][]);
}

function partsOf({ kicker, subject, blocks, answers }: PrintedLetters, page: PdfPage, size: number): Part[] {
  const text: PdfTextStyle = { font: "text", size };
  const bold: PdfTextStyle = { font: "bold", size };
  const step = size * LEADING;
  const wrap = (pieces: readonly PdfPiece[], width = WIDTH) =>
    wrapPieces(pieces, width, (piece) => page.measure(piece.text, piece.style));
  const paragraph = (words: string, style: PdfTextStyle, gap: number): Part => ({
    tag: "P",
    lines: wrap([{ text: toPrintableWords(words), style }]),
    label: "",
    style,
    step,
    gap,
  });
  const wrapSubject = (style: PdfTextStyle) => wrap([{ text: toPrintableWords(subject), style }]);
  const heading = SUBJECTS.find((style) => wrapSubject(style).length <= SUBJECT_LINES_MAX) ?? SUBJECTS.at(-1) ?? bold;
  const ofBlock = ({ ordered, items }: RichTextBlock): Part[] =>
    items.map((pieces, i) => ({
      tag: ordered === null ? "P" : "LBody",
      lines: wrap(piecesOf(pieces, text, bold), ordered === null ? WIDTH : WIDTH - INDENT),
      label: ordered === null ? "" : ordered ? `${i + 1}.` : "•",
      style: text,
      step,
      gap: ordered !== null && i > 0 ? size * 0.25 : size * 0.75,
    }));
  return [
    paragraph(kicker, KICKER, 8),
    { ...paragraph("", heading, 6), tag: "H1", lines: wrapSubject(heading), step: heading.size * 1.12 },
    ...blocks.flatMap(ofBlock),
    ...(answers === "" ? [] : [paragraph(answers, { font: "medium", size }, size)]),
  ];
}

function piecesOf(inlines: readonly RichTextInline[], style: PdfTextStyle, bold: PdfTextStyle): PdfPiece[] {
  return inlines.flatMap((inline) => {
    if (typeof inline === "string") return [{ text: printableLines(inline), style }];
    if ("bold" in inline) return piecesOf(inline.bold, bold, bold);
    return [{ text: printableLines(linkInWords(inline)), style }];
  });
}

/** Keeps line feeds, and the spaces that separate the text from its neighbours. */
const printableLines = (text: string): string =>
  text
    .split("\n")
    .map((line) => {
      const [, before = "", words = "", after = ""] = /^( *)(.*?)( *)$/.exec(line) ?? [];
      return before + toPrintableWords(words) + after;
    })
    .join("\n");

function place(parts: readonly Part[]): Placed[][] {
  const pages: Placed[][] = [[]];
  let y = FIRST;
  for (const part of parts) {
    y += part.gap;
    for (const [i, line] of part.lines.entries()) {
      if (y + part.step > BOTTOM) {
        pages.push([]);
        y = TOP;
      }
      y += part.step;
      pages.at(-1)?.push({ part, line, isFirst: i === 0, y });
    }
  }
  return pages;
}

/** Lists of the PDF are made of the items that follow each other. */
function drawPlaced(page: PdfPage, letter: PdfElement, placed: readonly Placed[]): void {
  let list: PdfElement | null = null;
  for (const [part, lines] of Map.groupBy(placed, (one) => one.part)) {
    const draw = (x: number) => () => {
      for (const { line, y } of lines) page.pieces(line, x, y);
    };
    if (part.tag !== "LBody") {
      list = null;
      letter.leaf(part.tag, draw(LEFT));
      continue;
    }
    list ??= letter.group("L");
    const item = list.group("LI");
    const [first] = lines;
    if (first?.isFirst) item.leaf("Lbl", () => page.line(part.label, LEFT + 4, first.y, part.style));
    item.leaf("LBody", draw(LEFT + INDENT));
  }
}
