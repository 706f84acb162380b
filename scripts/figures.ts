/**
 * Writes the figures of the last `npm run test:long` into docs/reliability.md. Each passed test has written a file
 * with a promise about the site and the measured figures.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Line } from "../tests/figures.ts";
import { RELIABILITY, tableOf, writeSection } from "./document-tables.ts";
import { FIGURES } from "./totals.ts";

const files = existsSync(FIGURES) ? readdirSync(FIGURES).filter((name) => name.endsWith(".json")) : [];
if (files.length === 0) {
  process.stderr.write("There are no figures yet: run `npm run test:long` first.\n");
  process.exit(1);
}
const lines = files.sort().map((name) => JSON.parse(readFileSync(join(FIGURES, name), "utf8")) as Line);
const rows = lines.map(({ promise, figures }) => [promise, figures]);
writeSection(RELIABILITY, "figures", tableOf([["promise", "tried with"], ...rows]));
process.stdout.write(`${RELIABILITY}: ${lines.length} promises with their figures\n`);
