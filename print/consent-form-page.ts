import {
  CONSENT_FORM_TEXTS,
  type ConsentFormDetails,
  type ConsentFormLine,
  type ConsentFormWords,
} from "#domain/consent-form.ts";
import { drawSvgPaths, type SvgDrawing } from "./drawing.ts";
import type { PdfFonts } from "./fonts.ts";
import { A4_POINTS, INK_COLOUR, type PdfElement, PdfPage, type PdfTextStyle, SMALLEST_FONT_SIZE } from "./page.ts";
import { toPrintableText } from "./printable.ts";

type Material = { fonts: PdfFonts; logo: SvgDrawing; ridge: SvgDrawing; star: SvgDrawing };

const ROSE = "#f2a98f";

/** Edges of the printed area in points. `LEFT` is also the right margin. */
const LEFT = 48.2;
const TOP = 36.9;
const BOTTOM = A4_POINTS.height - 34;
const WIDTH = A4_POINTS.width - 2 * LEFT;
const GUTTER = 17;
const COLUMN = (WIDTH - GUTTER) / 2;
const RIGHT = LEFT + COLUMN + GUTTER;
const SECTION_GAP = 14.6;
const SUBTITLE = 22.3;
const LINE = 29.3;
const LINE_HEIGHT = 15.75;
const CONDITION_WIDTH = WIDTH - 24.2;
const CONDITION_GAP = 6.2;
/** Room for all conditions together, in lines of the normal font size. */
const CONDITION_LINES_MAX = 7;

const TITLE: PdfTextStyle = { font: "title", size: 34.9 };
const SHADOW: PdfTextStyle = { ...TITLE, colour: ROSE };
const SECTION_STYLE: PdfTextStyle = { font: "title", size: 15.2 };
const BODY: PdfTextStyle = { font: "text", size: 11.25 };
const MEDIUM: PdfTextStyle = { font: "medium", size: 11.25 };
const BOLD: PdfTextStyle = { font: "bold", size: 11.25 };
const LABEL: PdfTextStyle = { font: "text", size: 9.85 };
const ADDRESS: PdfTextStyle = { font: "text", size: 10.5 };
const FOOT: PdfTextStyle = { font: "bold", size: 10.5 };
const VALUE: PdfTextStyle = { font: "medium", size: 12 };
const SIGNATURE = 78;

export function drawConsentForm(
  minor: ConsentFormDetails | null,
  words: ConsentFormWords,
  material: Material,
): Promise<Uint8Array> {
  const page = new PdfPage(material.fonts, CONSENT_FORM_TEXTS.title, CONSENT_FORM_TEXTS.association);
  let y = drawHeader(page, CONSENT_FORM_TEXTS.intro(minor !== null, words.fee), material);
  for (const { title, lines } of CONSENT_FORM_TEXTS.sections) {
    const section = page.root.group("Sect");
    y = subtitle(page, section, title, y);
    y = drawLines(page, section, lines, minor, y);
  }
  y = conditions(page, words.conditions, y);
  bringBack(page, words, signatures(page, y));
  drawForCommittee(page, material.star);
  return page.finish();
}

/** Returns the `y` of the next section, like each function that draws a section. */
function drawHeader(page: PdfPage, intro: readonly string[], { logo, ridge }: Material): number {
  const { doc, root } = page;
  const { title, association, sender } = CONSENT_FORM_TEXTS;
  root.leaf("Figure", () => drawSvgPaths(doc, logo, LEFT, TOP, 168.75), association);
  root.leaf("P", () => {
    const x = A4_POINTS.width - LEFT - Math.max(...sender.map((text) => page.measure(text, ADDRESS)));
    for (const [i, text] of sender.entries()) page.line(text, x, 60.8 + i * 13.7, ADDRESS);
  });
  page.ornament(() => {
    drawSvgPaths(doc, ridge, LEFT, 84, WIDTH);
    page.line(title, LEFT + 1.6, 159.4, SHADOW);
  });
  root.leaf("H1", () => page.line(title, LEFT, 158, TITLE));
  root.leaf("P", () => {
    for (const [i, text] of intro.entries()) page.line(text, LEFT, 181 + i * LINE_HEIGHT, MEDIUM);
  });
  return 201;
}

function subtitle(page: PdfPage, section: PdfElement, title: string, y: number): number {
  section.leaf("H2", () => page.line(title, LEFT, y + SECTION_GAP + 13.4, SECTION_STYLE));
  return y + SECTION_GAP + SUBTITLE;
}

function drawLines(
  page: PdfPage,
  section: PdfElement,
  lines: readonly ConsentFormLine[],
  minor: ConsentFormDetails | null,
  y: number,
) {
  let rank = 0;
  let alignRight = false;
  for (const line of lines) {
    const x = alignRight ? RIGHT : LEFT;
    const width = line.fullWidth ? WIDTH : COLUMN;
    handwrittenLine(page, section, line, { x, y: y + rank * LINE + 27.6, width }, minor);
    if (alignRight || line.fullWidth) rank++;
    alignRight = !alignRight && !line.fullWidth;
  }
  return y + rank * LINE - 1.7;
}

function handwrittenLine(
  page: PdfPage,
  parent: PdfElement,
  { label, cases, value }: ConsentFormLine,
  { x, y, width }: { x: number; y: number; width: number },
  minor: ConsentFormDetails | null,
): void {
  page.rule(x, y - 0.55, width, 1.1);
  const base = y - 6;
  const squares: number[] = [];
  parent.leaf("P", () => {
    let here = page.line(label, x, base, LABEL);
    for (const word of cases ?? []) {
      squares.push(here + 11.25);
      here = page.line(word, here + 11.25 + 15, base, MEDIUM);
    }
    const text = minor && value ? toPrintableText(value(minor)) : "";
    if (text === "") return;
    page.fitLine(text, here + 10, base, VALUE, x + width - (here + 10));
  });
  page.ornament(() => {
    for (const square of squares) frame(page, square, base - 9.4, 10.7, 10.7, 1.5);
  });
}

function conditions(page: PdfPage, list: ConsentFormWords["conditions"], start: number): number {
  const section = page.root.group("Sect");
  let y = subtitle(page, section, CONSENT_FORM_TEXTS.conditions, start);
  const ol = section.group("L");
  const printed = list.map(({ title, text }) => ({ title: breakable(title), text: breakable(text) }));
  const scale = scaleFor(page, printed);
  for (const condition of scale > SMALLEST ? printed : printed.map((each) => cut(page, each))) {
    const [top, x] = [y, LEFT + 24.2];
    page.ornament(() => frame(page, LEFT, top + 0.6, 15.2, 15.2, 1.9));
    ol.group("LI").leaf("LBody", () => {
      const pieces: [string, PdfTextStyle][] = [
        [`${condition.title}. `, { ...BOLD, size: scale * BOLD.size }],
        [condition.text, { ...BODY, size: scale * BODY.size }],
      ];
      y = page.paragraph(pieces, x, top, { width: CONDITION_WIDTH, lineHeight: scale * LINE_HEIGHT }) + CONDITION_GAP;
    });
  }
  return y - CONDITION_GAP;
}

const breakable = (text: string): string => toPrintableText(text).replace(/(\S{40})(?=\S)/g, "$1 ");

type Condition = ConsentFormWords["conditions"][number];

const SMALLEST = SMALLEST_FONT_SIZE / BODY.size;

/** Measures the whole text in bold. Only the title is bold, so the printed text never has more lines. */
const countLines = (page: PdfPage, { title, text }: Condition, scale: number): number =>
  page.countLines(`${title}. ${text}`, { ...BOLD, size: scale * BOLD.size }, CONDITION_WIDTH);

/** Makes long conditions smaller, so that the signatures stay on the page. */
function scaleFor(page: PdfPage, list: readonly Condition[]): number {
  const lines = (scale: number) => list.reduce((sum, each) => sum + countLines(page, each, scale), 0);
  for (let scale = 1; scale > SMALLEST; scale -= 0.05) if (lines(scale) * scale <= CONDITION_LINES_MAX) return scale;
  return SMALLEST;
}

function cut(page: PdfPage, { title, text }: Condition): Condition {
  const fits = (end: number) => countLines(page, { title, text: `${text.slice(0, end)}…` }, SMALLEST) <= 2;
  let end = text.length;
  while (end > 0 && !fits(end)) end -= 10;
  return end === text.length ? { title, text } : { title, text: `${text.slice(0, Math.max(end, 0))}…` };
}

function signatures(page: PdfPage, start: number): number {
  const { title, who, line } = CONSENT_FORM_TEXTS.signatures;
  const section = page.root.group("Sect");
  const y = subtitle(page, section, title, start);
  for (const [i, person] of who.entries()) {
    const x = i === 0 ? LEFT : RIGHT;
    page.ornament(() => frame(page, x, y, COLUMN, SIGNATURE, 1.9));
    section.leaf("P", () => page.line(person, x + 10.8, y + 18, BOLD));
    handwrittenLine(page, section, { label: line }, { x: x + 10.8, y: y + SIGNATURE - 11, width: 158 }, null);
  }
  return y + SIGNATURE;
}

function bringBack(page: PdfPage, address: ConsentFormWords, start: number): void {
  const { what, where, questions } = CONSENT_FORM_TEXTS.bringBack;
  const section = page.root.group("Sect");
  const oneLine = (text: string, x: number, y: number) => page.fitLine(text, x, y, BODY, LEFT + WIDTH - x);
  section.leaf("P", () => {
    const end = page.line(what, LEFT, start + 17, BOLD);
    oneLine(where({ ...address, committee: toPrintableText(address.committee) }), end + 5, start + 17);
  });
  const { email } = address;
  if (email !== null)
    section.leaf("P", () => oneLine(questions(toPrintableText(email)), LEFT, start + 17 + LINE_HEIGHT));
}

function drawForCommittee(page: PdfPage, star: SvgDrawing): void {
  const { doc, root } = page;
  const { title, lines } = CONSENT_FORM_TEXTS.committee;
  const section = root.group("Sect");
  const start = LEFT + 34;
  const end = start + page.measure(title, FOOT);
  page.ornament(() => {
    doc.lineWidth(1.5).dash(5, { space: 3.5 }).strokeColor(INK_COLOUR);
    doc
      .path(`M${LEFT} ${BOTTOM - 31}H${LEFT + WIDTH}`)
      .stroke()
      .undash();
    drawSvgPaths(doc, star, LEFT, BOTTOM - 22.5, 22.5);
  });
  section.leaf("P", () => page.line(title, start, BOTTOM - 6, FOOT));
  const width = (LEFT + WIDTH - end - lines.length * 11.25) / lines.length;
  for (const [i, label] of lines.entries())
    handwrittenLine(page, section, { label }, { x: end + 11.25 + i * (width + 11.25), y: BOTTOM, width }, null);
}

const frame = ({ doc }: PdfPage, x: number, y: number, width: number, height: number, thickness: number) =>
  doc
    .lineWidth(thickness)
    .strokeColor(INK_COLOUR)
    .rect(x + thickness / 2, y + thickness / 2, width - thickness, height - thickness)
    .stroke();
