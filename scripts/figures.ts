/**
 * Writes the figures of the last `npm test` and `npm run test:long` into docs/reliability.md. Each passed test has written
 * a file with a promise about the site and the measured figures.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Line } from "../tests/figures.ts";
import { RELIABILITY, tableOf, writeSection } from "./document-tables.ts";
import { FIGURES } from "./totals.ts";

const files = ["test", "long"]
  .map((command) => join(FIGURES, command))
  .filter(existsSync)
  .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
  .sort((a, b) => (basename(a) < basename(b) ? -1 : 1));
if (files.length === 0) {
  process.stderr.write("There are no figures yet: run `npm test` and `npm run test:long` first.\n");
  process.exit(1);
}
const lines = files.map((file) => JSON.parse(readFileSync(file, "utf8")) as Line);
const rows = lines.map(({ promise, figures }) => [promise, figures]);
writeSection(RELIABILITY, "figures", tableOf([["promise", "tried with"], ...rows]));
process.stdout.write(`${RELIABILITY}: ${lines.length} promises with their figures\n`);
