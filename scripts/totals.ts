/** What the runs of `npm test` and `npm run proofs` counted, from the files that they leave behind. */
import { existsSync, readFileSync } from "node:fs";

type Totals = { passed: number; failed: number; skipped: number; retried: number };

export const RESULTS = "test-results";
export const UNIT = `${RESULTS}/unit.json`;
export const BROWSER = `${RESULTS}/e2e.json`;
export const PROOFS = `${RESULTS}/proofs.json`;

/** A run that ended before it could count is one failure. */
const NOT_COUNTED: Totals = { passed: 0, failed: 1, skipped: 0, retried: 0 };

const read = (file: string): unknown => (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null);

/** @param file what vitest's reporter `json` wrote */
export function vitestTotals(file: string): Totals {
  const r = read(file) as { numPassedTests: number; numFailedTests: number; numPendingTests: number } | null;
  if (!r) return NOT_COUNTED;
  return { passed: r.numPassedTests, failed: r.numFailedTests, skipped: r.numPendingTests, retried: 0 };
}

/** @param file what Playwright's reporter `json` wrote */
export function playwrightTotals(file: string): Totals {
  const r = read(file) as { stats: { expected: number; unexpected: number; flaky: number; skipped: number } } | null;
  if (!r) return NOT_COUNTED;
  const { expected, unexpected, flaky, skipped } = r.stats;
  return { passed: expected + flaky, failed: unexpected, skipped, retried: flaky };
}

/** @returns the one line that a run ends with */
export function totalsLine(all: readonly Totals[]): string {
  const sum = (key: keyof Totals) => all.reduce((total, each) => total + each[key], 0);
  return `${sum("passed")} passed, ${sum("failed")} failed, ${sum("skipped")} skipped\n`;
}
