/** A long table on landscape A4 pages, with its heading on each page. */
import type { Fonts } from "./fonts.ts";
import { A4, type Element, Page, type TextStyle } from "./page.ts";
import { printable } from "./printable.ts";

export type PrintedTable = {
  /** Must contain no personal data. */
  readonly title: string;
  readonly author: string;
  /** Sentences below the title. */
  readonly notes: readonly string[];
  /** `width` in points; together at most 769. */
  readonly columns: readonly { readonly title: string; readonly width: number; readonly right?: boolean }[];
  readonly rows: readonly (readonly string[])[];
  readonly totals: readonly (readonly [label: string, amount: string])[];
};

const MARGIN = 36;
const [WIDTH, BOTTOM] = [A4.height, A4.width - MARGIN - 16];
const TABLE_WIDTH = WIDTH - 2 * MARGIN;
const GAP = 8;
const PADDING = 3;
const CELL: TextStyle = { font: "text", size: 8 };
const HEAD: TextStyle = { font: "bold", size: 8 };
const SUM_WIDTH = 260;

export async function drawTable(table: PrintedTable, fonts: Fonts): Promise<Uint8Array> {
  const page = new Page(fonts, table.title, table.author, "landscape");
  const sheet = new Sheet(page, table);
  sheet.text("H1", table.title, { font: "title", size: 22 });
  for (const note of table.notes) sheet.text("P", note, { font: "text", size: 9 });
  sheet.head();
  for (const row of table.rows) sheet.row(row);
  sheet.totals(table.totals);
  return page.finish();
}

class Sheet {
  readonly #page: Page;
  readonly #columns: PrintedTable["columns"];
  readonly #section: Element;
  readonly #table: Element;
  #y = MARGIN;
  #pages = 1;

  constructor(page: Page, { columns }: PrintedTable) {
    this.#page = page;
    this.#columns = columns;
    this.#section = page.root.group("Sect");
    this.#table = this.#section.group("Table");
    this.#number();
  }

  text(type: string, text: string, style: TextStyle): void {
    const line = { width: TABLE_WIDTH, lineHeight: style.size * 1.3 };
    this.#section.leaf(type, () => {
      this.#y = this.#page.paragraph([[printable(text), style]], MARGIN, this.#y, line) + PADDING;
    });
  }

  /** Screen readers read the heading once. */
  head(isRepeated = false): void {
    const row = isRepeated ? null : this.#table.group("TR");
    const draw = (cell: () => void) => (row ? row.leaf("TH", cell) : this.#page.ornament(cell));
    const titles = this.#columns.map(({ title }) => title);
    this.#y += PADDING;
    this.#cells(titles, HEAD, this.#heightOf(titles, HEAD), draw);
  }

  row(cells: readonly string[]): void {
    const texts = cells.map(printable);
    const height = this.#heightOf(texts, CELL);
    this.#reserve(height);
    const row = this.#table.group("TR");
    this.#cells(texts, CELL, height, (cell) => row.leaf("TD", cell));
  }

  totals(totals: PrintedTable["totals"]): void {
    this.#reserve(totals.length * 14 + 20);
    this.#y += GAP;
    for (const [label, amount] of totals) {
      const y = this.#y + 10;
      this.#section.leaf("P", () => {
        this.#page.line(label, MARGIN, y, HEAD);
        this.#page.line(amount, MARGIN + SUM_WIDTH - this.#page.measure(amount, CELL), y, CELL);
      });
      this.#y += 14;
    }
  }

  #heightOf(texts: readonly string[], { font, size }: TextStyle): number {
    const { doc } = this.#page;
    doc.font(font).fontSize(size);
    const heights = texts.map((text, i) => (text === "" ? 0 : doc.heightOfString(text, { width: this.#widthOf(i) })));
    return Math.max(size, ...heights) + 2 * PADDING;
  }

  #widthOf = (column: number) => (this.#columns[column]?.width ?? 0) - GAP;

  #cells(texts: readonly string[], style: TextStyle, height: number, draw: (cell: () => void) => void): void {
    const { doc } = this.#page;
    const y = this.#y + PADDING;
    let x = MARGIN;
    for (const [i, text] of texts.entries()) {
      const [left, column] = [x, this.#columns[i]];
      draw(() => {
        doc.font(style.font).fontSize(style.size).fillColor("#17182b");
        doc.text(text, left, y, { width: this.#widthOf(i), align: column?.right ? "right" : "left" });
      });
      x += column?.width ?? 0;
    }
    this.#y += height;
    this.#page.ornament(() => {
      doc
        .moveTo(MARGIN, this.#y)
        .lineTo(WIDTH - MARGIN, this.#y)
        .lineWidth(0.4)
        .stroke("#17182b");
    });
  }

  /** Begins a page if the current one has less space. */
  #reserve(height: number): void {
    if (this.#y + height <= BOTTOM) return;
    this.#page.doc.addPage();
    this.#y = MARGIN;
    this.#pages++;
    this.#number();
    this.head(true);
  }

  #number(): void {
    this.#page.ornament(() => {
      this.#page.line(`Page ${this.#pages}`, WIDTH - MARGIN - 40, A4.width - 24, CELL);
    });
  }
}
