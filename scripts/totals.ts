/** What the runs of `npm test` and `npm run test:long` counted, from the files that they leave behind. */
import { existsSync, readFileSync } from "node:fs";

type Totals = { passed: number; failed: number; skipped: number; retried: number };

export const RESULTS = "test-results";
export const UNIT_RESULTS = `${RESULTS}/unit.json`;
export const BROWSER_RESULTS = `${RESULTS}/e2e.json`;
export const LONG_RESULTS = `${RESULTS}/long.json`;
/** One file for each promise that held (tests/figures.ts). */
export const FIGURES = `${RESULTS}/figures`;

/** A run that ended before it could count is one failure. */
const NOT_COUNTED: Totals = { passed: 0, failed: 1, skipped: 0, retried: 0 };

const read = (file: string): unknown => (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null);

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] | null }[];
  }[];
};

type PlaywrightSuite = {
  suites?: PlaywrightSuite[];
  specs?: { title: string; file: string; tests: { projectName: string; status: string }[] }[];
};
type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  suites: PlaywrightSuite[];
};

/** @param file what vitest's reporter `json` wrote */
export function vitestTotals(file: string): Totals {
  const r = read(file) as VitestReport | null;
  if (!r) return NOT_COUNTED;
  const passed = r.testResults.flatMap(({ assertionResults }) => assertionResults).filter(isPassed);
  return {
    passed: r.numPassedTests,
    // A file that could not be loaded has no test that failed.
    failed: Math.max(r.numFailedTests, r.testResults.filter(({ status }) => status === "failed").length),
    skipped: r.numPendingTests,
    retried: passed.filter(({ failureMessages }) => failureMessages?.length).length,
  };
}

const isPassed = ({ status }: { status: string }): boolean => status === "passed";

/** @returns a line for each test that failed, with the first line of what it said; a file that could not run has one */
export function vitestFailures(file: string): string[] {
  const r = read(file) as VitestReport | null;
  if (!r) return [`${file}: this run ended before it could count`];
  return r.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const where = name.slice(name.indexOf("/tests/") + 1);
    const failed = assertionResults.filter(({ status }) => status === "failed");
    if (failed.length === 0) return status === "failed" ? [`${where}: ${firstLine(message)}`] : [];
    return failed.map((each) => `${where} › ${each.fullName}: ${firstLine(each.failureMessages?.[0])}`);
  });
}

const firstLine = (text = ""): string => text.split("\n", 1)[0] ?? "";

const specsOf = ({ suites = [], specs = [] }: PlaywrightSuite): NonNullable<PlaywrightSuite["specs"]> => [
  ...specs,
  ...suites.flatMap(specsOf),
];

/** @returns a line for each browser test that failed, or passed only at the second try */
export function playwrightFailures(file: string): string[] {
  const r = read(file) as PlaywrightReport | null;
  if (!r) return [`${file}: this run ended before it could count`];
  return r.suites
    .flatMap(specsOf)
    .flatMap(({ title, file, tests }) =>
      tests
        .filter(({ status }) => status === "unexpected" || status === "flaky")
        .map(({ projectName, status }) => `[${projectName}] ${file} › ${title}: ${status}`),
    );
}

/** @param file what Playwright's reporter `json` wrote */
export function playwrightTotals(file: string): Totals {
  const r = read(file) as PlaywrightReport | null;
  if (!r) return NOT_COUNTED;
  const { expected, unexpected, flaky, skipped } = r.stats;
  return { passed: expected + flaky, failed: unexpected, skipped, retried: flaky };
}

/** @returns the one line that a run ends with */
export function totalsLine(all: readonly Totals[]): string {
  const sum = (key: keyof Totals) => all.reduce((total, each) => total + each[key], 0);
  return `${sum("passed")} passed, ${sum("failed")} failed, ${sum("skipped")} skipped\n`;
}
