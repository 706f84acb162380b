/**
 * Puts what the last `npm run test:long` counted into README's reliability table, between `<!-- figures -->` and
 * `<!-- /figures -->`. The tests write one file for each promise that held (tests/figures.ts).
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Line } from "../tests/figures.ts";
import { FIGURES } from "./totals.ts";

const README = "README.md";
const MARKERS = /<!-- figures -->[\s\S]*<!-- \/figures -->/;

/** What would end a cell or a row. */
const cell = (text: string) => text.replaceAll("|", "\\|").replace(/\s+/g, " ").trim();

/** @returns the table, with the command that makes it; rows in the order given, columns as wide as the linter wants */
function tableOf(lines: readonly Line[]): string {
  const rows = [["promise", "tried with"], ...lines.map((l) => [cell(l.promise), cell(l.figures)])];
  const widths = [0, 1].map((i) => Math.max(...rows.map((stored) => stored[i]?.length ?? 0)));
  const line = (cells: string[], empty = " ") =>
    `| ${cells.map((text, i) => text.padEnd(widths[i] ?? 0, empty)).join(" | ")} |`;
  const [head = [], ...body] = rows;
  const note = "Written by the tests themselves: `npm run test:long && npm run figures`.";
  return [line(head), line(["", ""], "-"), ...body.map((stored) => line(stored)), "", note].join("\n");
}

const files = existsSync(FIGURES) ? readdirSync(FIGURES).filter((name) => name.endsWith(".json")) : [];
if (files.length === 0) {
  process.stderr.write("There are no figures yet: run `npm run test:long` first.\n");
  process.exit(1);
}
const lines = files.sort().map((name) => JSON.parse(readFileSync(join(FIGURES, name), "utf8")) as Line);
const readme = readFileSync(README, "utf8");
if (!MARKERS.test(readme)) {
  process.stderr.write(`${README} has no place for the figures: <!-- figures --> and <!-- /figures --> are missing.\n`);
  process.exit(1);
}
// A function, because figures may hold a dollar sign.
writeFileSync(
  README,
  readme.replace(MARKERS, () => `<!-- figures -->\n\n${tableOf(lines)}\n\n<!-- /figures -->`),
);
process.stdout.write(`${README}: ${lines.length} promises with their figures\n`);
