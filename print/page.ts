/** One A4 page that a screen reader can follow: everything drawn is either an element of its structure or ornament. */
import PDFDocument from "pdfkit";
import type { Font, Fonts } from "./fonts.ts";
import { shrink } from "./printable.ts";

/** Measures in points. */
export const A4 = { width: 595.28, height: 841.89 } as const;

export type TextStyle = { font: Font; size: number; colour?: string };

const LANGUAGE = "fr-CH";
/** Letters that are smaller are not read any more, in points. */
const READABLE = 7.5;

/** An element of the page's structure. What is added to it is drawn at once, in reading order. */
export type Element = {
  /** Adds an element that holds others. @param type as ISO 32000-1 names it: `Sect`, `L`, `LI` */
  group: (type: string) => Element;
  /** Adds an element that holds what `draw` draws. @param alt what to say in place of a picture */
  leaf: (type: string, draw: () => void, alt?: string) => void;
};

export class Page {
  readonly doc: PDFKit.PDFDocument;
  readonly root: Element;
  readonly #end: () => void;

  /** @param title what the reader's window shows; no personal data */
  constructor(fonts: Fonts, title: string, author: string) {
    this.doc = new PDFDocument({
      size: [A4.width, A4.height],
      margin: 0,
      pdfVersion: "1.7",
      tagged: true,
      lang: LANGUAGE,
      displayTitle: true,
      info: { Title: title, Author: author },
    });
    for (const [font, bytes] of fonts) this.doc.registerFont(font, bytes);
    const document = this.doc.struct("Document");
    this.doc.addStructure(document);
    this.root = this.#element(document);
    this.#end = () => document.end();
  }

  #element(struct: PDFKit.PDFStructureElement): Element {
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

  /** Draws what a screen reader passes over: lines, boxes, drawings. */
  ornament(draw: () => void): void {
    this.doc.markContent("Artifact", { type: "Layout" });
    draw();
    this.doc.endMarkedContent();
  }

  #style({ font, size, colour = "#17182b" }: TextStyle) {
    return this.doc.font(font).fontSize(size).fillColor(colour);
  }

  measure(text: string, style: TextStyle): number {
    return this.#style(style).widthOfString(text);
  }

  /** Writes one line, whatever its length. @param y of the baseline @returns where it ends */
  line(text: string, x: number, y: number, style: TextStyle): number {
    // The space keeps what is read aloud or copied apart from what follows.
    this.#style(style).text(`${text} `, x, y, { lineBreak: false, baseline: "alphabetic" });
    return x + this.measure(text, style);
  }

  /** Writes one line no wider than `width`: smaller where it has to be, and cut where that would be too small to read. */
  fitLine(text: string, x: number, y: number, style: TextStyle, width: number): void {
    const measure = (t: string, size: number) => this.measure(t, { ...style, size });
    const fitting = shrink(text, { width, size: style.size, minimumSize: READABLE, measure });
    this.line(fitting.text, x, y, { ...style, size: fitting.size });
  }

  /** Writes a paragraph that begins in another font. @param y of its upper edge @returns its lower edge */
  paragraph(
    [start, rest]: readonly [text: string, style: TextStyle][],
    x: number,
    y: number,
    { width, lineHeight }: { width: number; lineHeight: number },
  ): number {
    const options = { width: width, lineGap: 0 };
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

  /** Ends the page. @returns the bytes of the file */
  async finish(): Promise<Uint8Array> {
    this.#end();
    this.doc.end();
    const pieces: Uint8Array[] = [];
    for await (const piece of this.doc) pieces.push(piece as Uint8Array);
    return new Uint8Array(Buffer.concat(pieces));
  }
}
