/** A page of a tagged PDF. Screen readers skip everything that is drawn with `ornament` or `rule`. */
import PDFDocument from "pdfkit";
import type { PdfFont, PdfFonts } from "./fonts.ts";
import { shrinkTextToFit } from "./printable.ts";

/** Size of an A4 page in points. */
export const A4_POINTS = { width: 595.28, height: 841.89 } as const;

export type PdfTextStyle = { font: PdfFont; size: number; colour?: string };

/** A part of a line in one style. */
export type PdfPiece = { readonly text: string; readonly style: PdfTextStyle };

export const INK_COLOUR = "#17182b";
/** Smallest font size to use, in points. */
export const SMALLEST_FONT_SIZE = 7.5;

/** A structure element of the PDF. Add children in reading order. */
export type PdfElement = {
  /** Adds a container. `type`: as in ISO 32000-1, for example `Sect`, `L` or `LI`. */
  group: (type: string) => PdfElement;
  /** Adds an element without children, whose content `draw` draws. `alt`: alternative text of a picture. */
  leaf: (type: string, draw: () => void, alt?: string) => void;
};

export class PdfPage {
  readonly doc: PDFKit.PDFDocument;
  readonly root: PdfElement;
  /** Screen readers skip the content of this element. */
  readonly unread: PdfElement = { group: () => this.unread, leaf: (_, draw) => this.ornament(draw) };
  readonly #end: () => void;

  /** PDF readers show `title`, which must contain no personal data. */
  constructor(fonts: PdfFonts, title: string, author: string) {
    const info = { Title: title, Author: author };
    const accessible = { pdfVersion: "1.7", tagged: true, lang: "fr-CH", displayTitle: true } as const;
    this.doc = new PDFDocument({ size: [A4_POINTS.width, A4_POINTS.height], margin: 0, ...accessible, info });
    for (const [font, bytes] of fonts) this.doc.registerFont(font, bytes);
    const document = this.doc.struct("Document");
    this.doc.addStructure(document);
    this.root = this.#element(document);
    this.#end = () => document.end();
  }

  #element(struct: PDFKit.PDFStructureElement): PdfElement {
    return {
      group: (type) => {
        const child = this.doc.struct(type);
        struct.add(child);
        return this.#element(child);
      },
      leaf: (type, draw, alt) => {
        struct.add(this.doc.struct(type, alt === undefined ? {} : { alt }, [draw]));
      },
    };
  }

  /** Screen readers skip everything that `draw` draws. */
  ornament(draw: () => void): void {
    this.doc.markContent("Artifact", { type: "Layout" });
    draw();
    this.doc.endMarkedContent();
  }

  rule(x: number, y: number, width: number, thickness: number): void {
    const path = `M${x} ${y}H${x + width}`;
    this.ornament(() => this.doc.lineWidth(thickness).strokeColor(INK_COLOUR).path(path).stroke());
  }

  #style({ font, size, colour = INK_COLOUR }: PdfTextStyle) {
    return this.doc.font(font).fontSize(size).fillColor(colour);
  }

  measure(text: string, style: PdfTextStyle): number {
    return this.#style(style).widthOfString(text);
  }

  countLines(text: string, style: PdfTextStyle, width: number): number {
    const doc = this.#style(style);
    return Math.round(doc.heightOfString(text, { width, lineGap: 0 }) / doc.currentLineHeight(true));
  }

  /** `y`: the baseline. Returns the right end of the text. */
  line(text: string, x: number, y: number, style: PdfTextStyle): number {
    // The trailing space separates words when the text is read aloud or copied.
    this.#style(style).text(`${text} `, x, y, { lineBreak: false, baseline: "alphabetic" });
    return x + this.measure(text, style);
  }

  /** Writes texts of several styles side by side. `y`: the baseline. */
  pieces(pieces: readonly PdfPiece[], x: number, y: number): void {
    let left = x;
    for (const [i, { text, style }] of pieces.entries()) {
      if (i === pieces.length - 1) this.line(text, left, y, style);
      else this.#style(style).text(text, left, y, { lineBreak: false, baseline: "alphabetic" });
      left += this.measure(text, style);
    }
  }

  /** Writes one line within `width`, in a smaller size if necessary. Cuts a text that is still too long. */
  fitLine(text: string, x: number, y: number, style: PdfTextStyle, width: number): void {
    const measure = (t: string, size: number) => this.measure(t, { ...style, size });
    const fitting = shrinkTextToFit(text, { width, size: style.size, minimumSize: SMALLEST_FONT_SIZE, measure });
    this.line(fitting.text, x, y, { ...style, size: fitting.size });
  }

  /** Writes a paragraph of one or two texts, each in its style. `y`: the upper edge. Returns the lower edge. */
  paragraph(
    [start, rest]: readonly [text: string, style: PdfTextStyle][],
    x: number,
    y: number,
    { width, lineHeight }: { width: number; lineHeight: number },
  ): number {
    const options = { width, lineGap: 0 };
    for (const [i, piece] of [start, rest].entries()) {
      if (!piece) continue;
      const [text, style] = piece;
      this.#style(style);
      options.lineGap = lineHeight - this.doc.currentLineHeight(true);
      if (i === 0) this.doc.text(text, x, y, { ...options, continued: rest !== undefined });
      else this.doc.text(text, options);
    }
    return this.doc.y;
  }

  async finish(): Promise<Uint8Array> {
    this.#end();
    this.doc.end();
    const pieces: Uint8Array[] = [];
    for await (const piece of this.doc) pieces.push(piece as Uint8Array);
    return new Uint8Array(Buffer.concat(pieces));
  }
}
