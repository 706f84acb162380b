/** Tests write their measurements to files; the command that runs them prints them at its end (`scripts/test.ts`). */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const FOLDER = join(import.meta.dirname, "../test-results/figures");

/** A promise, and the figures of the test that tried to break it. */
export type Line = { promise: string; figures: string };

/**
 * Writes the figures of one promise to a file in the folder of the command, such as `npm run test:long`; a test that is
 * run by itself writes none. Call it at the end of a test: a promise that did not hold gets no line.
 * @param key name of the file; the lines are printed in the alphabetical order of the keys
 */
export function writeFigures(key: string, line: Line): void {
  const { TEST_COMMAND } = process.env;
  if (!TEST_COMMAND) return;
  const folder = join(FOLDER, TEST_COMMAND);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${key}.json`), `${JSON.stringify(line)}\n`);
}
