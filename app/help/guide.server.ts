/** The committee's guide, docs/guide-comite.md, as HTML. The build contains the guide and its pictures. */
import { Marked, type Token, type Tokens } from "marked";
import { withFrenchSpaces } from "#domain/text/french-spaces.ts";
import source from "../../docs/guide-comite.md?raw";

type Chapter = { readonly id: string; readonly title: string; readonly html: string };

type Guide = {
  /** The first paragraph. */
  readonly lead: string;
  /** The table of contents: titles of parts and lists of links. */
  readonly contents: string;
  readonly chapters: readonly Chapter[];
};

const PICTURES = import.meta.glob<string>("../../docs/images/guide-*.png", {
  eager: true,
  query: "?url",
  import: "default",
});

/** Height divided by width, by width in the guide: screenshots of a phone and of a desktop (scripts/screenshots.ts). */
const RATIOS: Readonly<Record<string, number>> = { 280: 844 / 390, 720: 900 / 1440 };

const PICTURE = /<img src="images\/([\w-]+\.png)" width="(\d+)" alt="([^"<>]+)">\s*/g;

/** Id of a heading, as GitHub makes it, so that the links of the guide work in both places. */
const idOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replace(/\s/g, "-");

const parser = new Marked({
  renderer: {
    heading({ depth, text, tokens }: Tokens.Heading) {
      return `<h${depth} id="${idOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    html: ({ text }: Tokens.HTML | Tokens.Tag) => `<p class="guide__pictures">${picturesIn(text)}</p>\n`,
  },
});

function picturesIn(html: string): string {
  const other = html.replace(PICTURE, "").trim();
  if (other) throw new Error(`guide-comite.md: ${other} is no picture`);
  return [...html.matchAll(PICTURE)].map(([, file = "", width = "", alt = ""]) => picture(file, width, alt)).join("");
}

function picture(file: string, width: string, alt: string): string {
  const url = PICTURES[`../../docs/images/${file}`];
  const ratio = RATIOS[width];
  if (!url || !ratio) throw new Error(`guide-comite.md: ${file} of width ${width} is not in docs/images`);
  const height = Math.round(Number(width) * ratio);
  return `<img src="${url}" width="${width}" height="${height}" alt="${alt}" loading="lazy" decoding="async">`;
}

function readGuide(): Guide {
  const tokens = parser.lexer(withFrenchSpaces(source));
  const starts = tokens.flatMap((token, i) => (isHeading(token, 2) ? [i] : []));
  const preface = tokens.slice(0, starts[0]).filter(({ type }) => type !== "space" && type !== "heading");
  return {
    lead: parser.parser(preface.slice(0, 1)),
    contents: parser.parser(preface.slice(1)),
    chapters: starts.map((start, i) => {
      const title = (tokens[start] as Tokens.Heading).text;
      return { id: idOf(title), title, html: parser.parser(tokens.slice(start + 1, starts[i + 1])) };
    }),
  };
}

const isHeading = (token: Token, depth: number): boolean => token.type === "heading" && token.depth === depth;

export const committeeGuide: Guide = readGuide();
