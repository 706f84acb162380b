/** Tests write down what they counted; `scripts/figures.ts` makes the table of docs/reliability.md of it. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { LONG } from "./rounds.ts";

const FOLDER = join(import.meta.dirname, "../test-results/figures");

/** One row of the table: what is promised, and the figures with which a test tried to break it. */
export type Line = { promise: string; figures: string };

/**
 * Writes down the figures of one promise, in a run with full rounds. Called at the end of a test, so that only what
 * held is told.
 * @param key names the row's file and gives its place in the table (alphabetical); letters, digits and dashes
 */
export function noteWait(key: string, line: Line): void {
  if (!LONG) return;
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, `${key}.json`), `${JSON.stringify(line, null, 2)}\n`);
}
