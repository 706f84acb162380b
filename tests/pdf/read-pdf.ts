/** Parses a PDF without the library that wrote it: its objects, and the texts of one page with their positions. */
import { inflateSync } from "node:zlib";

/** A text that was drawn with one operator. Positions in points, from the lower left corner. */
export type TextPiece = {
  text: string;
  x: number;
  y: number;
  /** Right end of the text, computed with the widths of the embedded font. */
  end: number;
  /** Number of glyphs that the font lacks. */
  missing: number;
  /** Whether the text is an artifact, which screen readers skip. */
  ornament: boolean;
};

type Font = { unicode: string[]; widths: number[] };

export function readPdf(bytes: Uint8Array, number = 1) {
  const rawResponse = Buffer.from(bytes).toString("latin1");
  const objects = new Map<number, string>();
  const flux = new Map<number, string>();
  for (const [, number, body = ""] of rawResponse.matchAll(/^(\d+) 0 obj\n(.*?)\nendobj/gms)) {
    const [dictionary = "", ...rest] = body.split("\nstream\n");
    objects.set(Number(number), dictionary);
    if (rest.length === 0) continue;
    const content = Buffer.from(rest.join("\nstream\n").replace(/\nendstream$/, ""), "latin1");
    flux.set(Number(number), (/FlateDecode/.test(dictionary) ? inflateSync(content) : content).toString("latin1"));
  }
  const all = [...objects.values()];
  const find = (pattern: RegExp) => all.find((purpose) => pattern.test(purpose)) ?? "";
  const reference = (purpose: string, key: string) =>
    Number(new RegExp(`/${key} \\[?(\\d+) 0 R`).exec(purpose)?.[1] ?? Number.NaN);
  const follow = (purpose: string, key: string) => objects.get(reference(purpose, key)) ?? "";

  function font(number: number): Font {
    const purpose = objects.get(number) ?? "";
    const cmap = flux.get(reference(purpose, "ToUnicode")) ?? "";
    const unicode = [...cmap.matchAll(/\[((?:<[0-9a-f ]+> ?)+)\]/g)].flatMap(([, list = ""]) =>
      [...list.matchAll(/<([0-9a-f ]+)>/g)].map(([, hex = ""]) =>
        Buffer.from(hex.replaceAll(" ", ""), "hex").swap16().toString("utf16le"),
      ),
    );
    const widths = /\/W \[0 \[([^\]]*)\]/.exec(follow(purpose, "DescendantFonts"))?.[1] ?? "";
    return { unicode, widths: widths.trim().split(/\s+/).map(Number) };
  }

  const pages = all.filter((purpose) => /\/Type \/Page\b(?!s)/.test(purpose));
  const page = pages[number - 1] ?? "";
  const fonts = new Map(
    [...(/\/Font <<(.*?)>>/s.exec(follow(page, "Resources"))?.[1] ?? "").matchAll(/\/(F\d+) (\d+) 0 R/g)].map(
      ([, name = "", number]) => [name, font(Number(number))],
    ),
  );
  const catalogue = find(/\/Type \/Catalog/);
  return {
    pages: pages.length,
    format: /\/MediaBox \[([^\]]*)\]/.exec(page)?.[1]?.split(" ").map(Number) ?? [],
    language: /\/Lang \((.*?)\)/.exec(catalogue)?.[1],
    title: /^\((.*)\)$/.exec(follow(find(/\/Producer /), "Title"))?.[1],
    titleShown: /\/DisplayDocTitle true/.test(follow(catalogue, "ViewerPreferences")),
    tag: /\/Marked true/.test(follow(catalogue, "MarkInfo")),
    structure: all.flatMap((purpose) => /\/S \/(Document|Sect|H1|H2|P|L|LI|LBody|Figure)\b/.exec(purpose)?.[1] ?? []),
    alternatives: all.flatMap((purpose) => /\/Alt \((.*?)\)/s.exec(purpose)?.[1] ?? []).map(textOf),
    fonts: all.filter((purpose) => /\/Type \/Font\b(?!D)/.test(purpose) && /\/Type0/.test(purpose)).length,
    embeddedFonts: all.filter((purpose) => /\/FontFile2 \d+ 0 R/.test(purpose)).length,
    content: flux.get(reference(page, "Contents")) ?? "",
    pieces: piecesOf(flux.get(reference(page, "Contents")) ?? "", fonts),
  };
}

/** A text string of the file: UTF-16 after a byte order mark, else Latin-1. */
const textOf = (rawResponse: string) =>
  rawResponse.startsWith("þÿ") ? Buffer.from(rawResponse.slice(2), "latin1").swap16().toString("utf16le") : rawResponse;

function piecesOf(content: string, fonts: Map<string, Font>): TextPiece[] {
  const pieces: TextPiece[] = [];
  const markers: boolean[] = [];
  let [x, y, size, name, prefix] = [0, 0, 0, "", ""];
  for (const line of content.split("\n")) {
    prefix = /^\/(\w+) <<$/.exec(line)?.[1] ?? prefix;
    if (line.endsWith(" BDC")) markers.push(prefix === "Artifact");
    else if (line === "EMC") markers.pop();
    else if (line.endsWith(" Tm")) [x = 0, y = 0] = line.split(" ").slice(4, 6).map(Number);
    else if (line.endsWith(" Tf")) [name, size] = [line.split(" ")[0]?.slice(1) ?? "", Number(line.split(" ")[1])];
    else if (line.endsWith(" TJ")) {
      const { text, advanced, missing } = glyphsOf(line, fonts.get(name) ?? { unicode: [], widths: [] });
      pieces.push({ text, x, y, end: x + (advanced * size) / 1000, missing, ornament: markers.includes(true) });
    }
  }
  return pieces;
}

function glyphsOf(operator: string, { unicode, widths }: Font) {
  let [text, advanced, missing] = ["", 0, 0];
  for (const [, hex, distance] of operator.matchAll(/<([0-9a-f]*)>|(-?[\d.]+)/g)) {
    if (distance) advanced -= Number(distance);
    for (const code of (hex ?? "").match(/.{4}/g) ?? []) {
      const glyph = Number.parseInt(code, 16);
      if (glyph === 0) missing++;
      text += unicode[glyph] ?? "";
      advanced += widths[glyph] ?? 0;
    }
  }
  return { text, advanced, missing };
}
