import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { writeCsv as csvInSteps } from "#domain/text/csv.ts";

/**
 * Reads a file as a spreadsheet does: cells between separators, quotes doubled inside quotes.
 * @param strict whether a quote opens only at the beginning of a cell, and text after the closing quote belongs to the
 * cell, as in LibreOffice; otherwise quotes open everywhere. Outside quotes, a lone line feed also ends a line
 */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: a parser independent of the site, one character after the other
function read(file: string, separator: string, strict = false): string[][] {
  const lines: string[][] = [[""]];
  let [cite, start] = [false, true];
  for (let i = 0; i < file.length; i++) {
    const c = file[i] ?? "";
    const line = lines.at(-1) as string[];
    const atStart = start;
    start = false;
    if (cite && c === '"' && file[i + 1] === '"') line.push(`${line.pop()}${file[i++]}`);
    else if (c === '"' && (cite || atStart || !strict)) cite = !cite;
    else if (!cite && c === separator) start = line.push("") > 0;
    else if (!cite && (c === "\n" || (c === "\r" && file[i + 1] === "\n"))) {
      if (c === "\r") i++;
      start = lines.push([""]) > 0;
    } else line.push(`${line.pop()}${c}`);
  }
  return lines.slice(0, -1);
}

function csv(lines: readonly (readonly string[])[]): string {
  const steps = csvInSteps(lines);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Matches a cell that a spreadsheet may run as a formula; some programs ignore leading blanks and quotes. */
const FORMULA = /^(?:[\t\r]|[\s"]*[=+\-@])/;

describe("a file for Excel", () => {
  it("starts with a byte order mark, separates cells with ; ends lines with CRLF, and keeps quotes and line breaks", () => {
    const line = ['Le « bal »\r\n"dit" le;loto', ""];
    expect(csv([["Nom", "Né·e le"], line])).toBe('\ufeff"Nom";"Né·e le"\r\n"Le « bal »\n""dit"" le;loto";""\r\n');
  });

  it.each(['=HYPERLINK("https://evil.example";"clic")', "+41 79", "-1+1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1"])(
    "makes no formula of %j",
    (text) => expect(csv([[text]]).startsWith(`\ufeff"'`)).toBe(true),
  );

  it.each([
    ["Bonjour,\n=3+3,c", "Bonjour,\n'=3+3,c"],
    ["a,=1", "a,'=1"],
    ["a; +1", "a; '+1"],
    ['a,"=1', 'a,""\'=1'],
    ["a\t-1", "a\t'-1"],
    ["- une liste\n- deux", "'- une liste\n'- deux"],
  ])("makes no formula of a part of %j, whatever the separator", (text, cell) =>
    expect(csv([[text]])).toBe(`\ufeff"${cell}"\r\n`),
  );

  const PLAIN = [
    "079 123 45 67",
    "1=1",
    "'déjà",
    "<img onerror=alert(1)>",
    "مرحبا 🎺",
    "a-b, c+d; e=f",
    "d’abord, l'été",
  ];
  it.each([...PLAIN, "Bonjour, à bientôt\nZoé", "zoe@exemple.ch, lea@exemple.ch", "x,\n\ny"])(
    "adds nothing to %j",
    (text) => expect(csv([[text]])).toBe(`\ufeff"${text}"\r\n`),
  );

  const table = fc.array(
    fc.array(fc.string({ unit: fc.constantFrom(..."=+-@\t\r\n;,\"'\u00a0 aé🎺") }), { minLength: 2, maxLength: 3 }),
  );

  it("changes cells only by adding apostrophes", () =>
    fc.assert(
      fc.property(table, (lines) => {
        const without = (cells: string[][]) => cells.map((l) => l.map((t) => t.replaceAll("'", "")));
        const expected = lines.map((l) => l.map((t) => t.replace(/\r\n?/g, "\n")));
        expect(without(read(csv(lines).slice(1), ";"))).toEqual(without(expected));
      }),
    ));

  it("contains no formula, whether a program splits at semicolons, commas or tabs", () =>
    fc.assert(
      fc.property(table, (lines) => {
        for (const separator of [";", ",", "\t"])
          for (const strict of [true, false])
            for (const cell of read(csv(lines).slice(1), separator, strict).flat()) expect(cell).not.toMatch(FORMULA);
      }),
      { numRuns: 500 },
    ));
});
