/** Writes tables of measurements into Markdown documents, between `<!-- NAME -->` and `<!-- /NAME -->`. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..");
export const PERFORMANCE = "docs/performance.md";
export const RELIABILITY = "docs/reliability.md";
const README = "README.md";

/** README.md repeats the rows with these first cells. */
const IN_README = [
  "start to first answer",
  "memory at rest",
  "script of the heaviest page, brotli: for reading; a visitor’s form; the committee’s",
  "After a kill at any moment, all confirmed data is there once, and no stray file is left",
  "500 simultaneous visitors and sign-ups: no error, no lost write, bounded memory",
];

const read = (file: string): string => readFileSync(join(ROOT, file), "utf8");

/** In a Markdown table, `|` ends a cell, and a line break ends a row. */
const cell = (text: string): string => text.replaceAll("|", "\\|").replace(/\s+/g, " ").trim();

export const tableOf = ([head = [], ...rows]: readonly (readonly string[])[]): string =>
  [head.map(cell), head.map(() => "---"), ...rows.map((row) => row.map(cell))]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n");

/** Replaces the text between the two markers `name`, then updates the rows in README.md. */
export function writeSection(file: string, name: string, text: string): void {
  replaceSection(file, name, text);
  const measured = new Map([PERFORMANCE, RELIABILITY].flatMap((one) => rowsOf(read(one))));
  const rows = IN_README.map((what) => {
    const figure = measured.get(what);
    if (figure === undefined) throw new Error(`${README} repeats a row that is in no document: ${what}`);
    return [what, figure];
  });
  replaceSection(README, "five figures", tableOf([["What", "Measured"], ...rows]));
}

function replaceSection(file: string, name: string, text: string): void {
  const markers = new RegExp(`<!-- ${name} -->[\\s\\S]*<!-- /${name} -->`);
  const before = read(file);
  if (!markers.test(before)) throw new Error(`${file} has no place for a table: <!-- ${name} --> is missing.`);
  // Pass a function, because `replace` would interpret `$` in a string.
  const after = before.replace(markers, () => `<!-- ${name} -->\n\n${text}\n\n<!-- /${name} -->`);
  writeFileSync(join(ROOT, file), after);
}

/** @returns the first and the last cell of each table row */
const rowsOf = (text: string): [string, string][] =>
  text
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .map((line) => line.slice(2, line.lastIndexOf(" |")).split(/(?<!\\) *\| */))
    .map((cells) => [cells[0] ?? "", cells.at(-1) ?? ""]);
