import { CONSENT_FORM_TEXTS } from "#domain/consent-form.ts";
import type { PdfFonts } from "./fonts.ts";
import { A4_POINTS, INK_COLOUR, type PdfElement, PdfPage, type PdfTextStyle } from "./page.ts";
import { toPrintableText } from "./printable.ts";

type Section = {
  readonly title: string;
  /** `share`: part of the page's width. `right`: aligned right. `box`: an empty box to tick in each row. */
  readonly columns: readonly {
    readonly title?: string;
    readonly share: number;
    readonly right?: boolean;
    readonly box?: boolean;
  }[];
  readonly rows: readonly (readonly string[])[];
  /** Minimum height of a row in points. */
  readonly rowHeight?: number;
  /** Whether the section begins a page, unless it is the first. */
  readonly onOwnPage?: boolean;
};

/** PDF readers show `title`, which must contain no personal data. An empty text of `intro` is a gap. */
export type PdfReport = {
  readonly title: string;
  readonly intro: readonly string[];
  readonly sections: readonly Section[];
};

const LEFT = 48.2;
const TOP = 56;
const BOTTOM = A4_POINTS.height - 56;
const WIDTH = A4_POINTS.width - 2 * LEFT;
const GUTTER = 14;
const LINE_HEIGHT = 14;

const TITLE: PdfTextStyle = { font: "title", size: 26 };
const SECTION: PdfTextStyle = { font: "title", size: 15.2 };
const BODY: PdfTextStyle = { font: "text", size: 10.5 };
const BOLD: PdfTextStyle = { font: "bold", size: 10.5 };
const FOOT: PdfTextStyle = { font: "text", size: 9 };

export function drawReport({ title, intro, sections }: PdfReport, date: string, fonts: PdfFonts): Promise<Uint8Array> {
  const page = new PdfPage(fonts, title, CONSENT_FORM_TEXTS.association);
  const paper = paperOf(page, `${CONSENT_FORM_TEXTS.association}, ${date}`);
  page.root.leaf("H1", () => page.line(title, LEFT, paper.take(32), TITLE));
  paper.take(6);
  for (const text of intro.map(toPrintableText)) {
    const height = text === "" ? LINE_HEIGHT / 2 : page.countLines(text, BODY, WIDTH) * LINE_HEIGHT;
    const y = paper.take(height) - height;
    if (text !== "") page.root.leaf("P", () => write(page, text, WHOLE, y, BODY));
  }
  for (const [i, section] of sections.entries()) {
    if (i > 0 && section.onOwnPage) paper.turn();
    drawSection(page, paper, section);
  }
  return page.finish();
}

type Paper = ReturnType<typeof paperOf>;

function paperOf(page: PdfPage, foot: string) {
  let [y, number] = [TOP, 0];
  let drawHead: (() => void) | null = null;
  const turn = () => {
    if (number++ > 0) page.doc.addPage();
    y = TOP;
    page.ornament(() => page.line(`${foot}, page ${number}`, LEFT, A4_POINTS.height - 30, FOOT));
    drawHead?.();
  };
  /** Begins a new page if fewer than `height` points are left. */
  const keep = (height: number) => {
    if (y + height > BOTTOM) turn();
  };
  /** Reserves `height` points, on a new page if necessary. Returns the lower edge of the reserved strip. */
  const take = (height: number): number => {
    keep(height);
    y += height;
    return y;
  };
  /** Draws `head` at the top of each new page, until the next call. */
  const setHead = (head: (() => void) | null) => {
    drawHead = head;
  };
  turn();
  return { keep, take, turn, setHead };
}

function drawSection(page: PdfPage, paper: Paper, { title, columns, rows, rowHeight = 0 }: Section): void {
  paper.keep(80);
  const section = page.root.group("Sect");
  section.leaf("H2", () => page.fitLine(toPrintableText(title), LEFT, paper.take(34), SECTION, WIDTH));
  paper.take(6);
  const table = section.group("Table");
  const places = placesOf(columns);
  const head = columns.map(({ title = "" }) => title);
  const drawHead = (row: PdfElement) => drawRow(page, paper, row, { places, cells: head, isHead: true });
  if (head.some(Boolean)) {
    drawHead(table.group("TR"));
    // Screen readers know the head from the first page of the table.
    paper.setHead(() => drawHead(page.unread));
  }
  for (const cells of rows) drawRow(page, paper, table.group("TR"), { places, cells, height: rowHeight });
  paper.setHead(null);
}

type Place = { readonly x: number; readonly width: number; readonly right: boolean; readonly box: boolean };
type Row = { readonly places: readonly Place[]; readonly cells: readonly string[]; height?: number; isHead?: true };

const WHOLE: Place = { x: LEFT, width: WIDTH, right: false, box: false };

const placesOf = (columns: Section["columns"]): Place[] =>
  columns.map(({ share, right = false, box = false }, i) => ({
    right,
    box,
    x: LEFT + WIDTH * columns.slice(0, i).reduce((sum, column) => sum + column.share, 0),
    width: WIDTH * share - GUTTER,
  }));

function drawRow(page: PdfPage, paper: Paper, row: PdfElement, { places, cells, height = 0, isHead }: Row): void {
  const style = (i: number) => (isHead || i === 0 ? BOLD : BODY);
  const place = (i: number) => places[i] ?? WHOLE;
  const pieces = cells.map(piecesOf);
  const elements = cells.map((_, i) => row.group(isHead || i === 0 ? "TH" : "TD"));
  paper.keep(height);
  let drawn = 0;
  let top = 0;
  for (let n = 0; n < Math.max(...pieces.map(({ length }) => length)); n++) {
    const counts = pieces.map((texts, i) => page.countLines(texts[n] ?? "", style(i), place(i).width));
    const size = Math.max(LINE_HEIGHT, ...counts.map((count) => count * LINE_HEIGHT));
    const y = paper.take(size) - size + 2;
    if (n === 0) top = y;
    for (const [i, element] of elements.entries()) {
      const text = pieces[i]?.[n];
      if (text) element.leaf("P", () => write(page, text, place(i), y, style(i)));
    }
    drawn += size;
  }
  const end = paper.take(Math.max(6, height - drawn));
  page.rule(LEFT, end - 1, WIDTH, 0.6);
  if (!isHead) for (const { x } of places.filter(({ box }) => box)) drawBox(page, x, top);
}

const BOX = 13;

const drawBox = (page: PdfPage, x: number, y: number): void =>
  page.ornament(() => void page.doc.lineWidth(1).strokeColor(INK_COLOUR).rect(x, y, BOX, BOX).stroke());

function write(page: PdfPage, text: string, { x, width, right }: Place, y: number, style: PdfTextStyle): void {
  if (right) page.line(text, x + width - page.measure(text, style), y + style.size, style);
  else page.paragraph([[text, style]], x, y, { width, lineHeight: LINE_HEIGHT });
}

const piecesOf = (text: string): string[] =>
  text.split("\n").flatMap((line) => toPrintableText(line).match(/.{1,1500}/gu) ?? [""]);
