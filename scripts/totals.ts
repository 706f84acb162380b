import { existsSync, readFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";

type Totals = { passed: number; failed: number; skipped: number };

export const RESULTS = "test-results";
export const UNIT_RESULTS = `${RESULTS}/unit.json`;
export const BROWSER_RESULTS = `${RESULTS}/e2e.json`;
export const LONG_RESULTS = `${RESULTS}/long.json`;
export const FIGURES = `${RESULTS}/figures`;

/** A run without a result file has crashed: count one failure. */
const NOT_COUNTED: Totals = { passed: 0, failed: 1, skipped: 0 };

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
  specs?: { title: string; file: string; tests: PlaywrightTest[] }[];
};
type PlaywrightTest = { projectName: string; status: string; results: { error?: { message: string } }[] };
type PlaywrightReport = PlaywrightSuite & {
  stats: { expected: number; unexpected: number; skipped: number };
};

const read = <Report>(file: string): Report | null =>
  existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;

export function ofVitest(file: string): Totals {
  const report = read<VitestReport>(file);
  if (!report) return NOT_COUNTED;
  const { testResults, numPassedTests: passed, numPendingTests: skipped } = report;
  return {
    passed,
    // A test file that could not be loaded counts as failed.
    failed: Math.max(report.numFailedTests, testResults.filter(({ status }) => status === "failed").length),
    skipped,
  };
}

export function ofPlaywright(file: string): Totals {
  const report = read<PlaywrightReport>(file);
  if (!report) return NOT_COUNTED;
  const { expected: passed, unexpected: failed, skipped } = report.stats;
  return { passed, failed, skipped };
}

export function failuresOfVitest(file: string): string {
  const report = read<VitestReport>(file);
  if (!report) return `${file}: this run ended before it could count\n`;
  const lines = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const where = name.slice(name.indexOf("/tests/") + 1);
    const failed = assertionResults.filter(({ status }) => status === "failed");
    if (failed.length === 0) return status === "failed" ? [`${where}: ${firstLine(message)}`] : [];
    return failed.map((each) => `${where} › ${each.fullName}: ${firstLine(each.failureMessages?.[0])}`);
  });
  return lines.map((line) => `${line}\n`).join("");
}

const firstLine = (text = ""): string => text.split("\n", 1)[0] ?? "";

export function failuresOfPlaywright(file: string): string {
  const report = read<PlaywrightReport>(file);
  if (!report) return `${file}: this run ended before it could count\n`;
  const tests = specsOf(report).flatMap(({ title, file, tests }) => tests.map((test) => ({ ...test, title, file })));
  return tests
    .filter(({ status }) => status === "unexpected")
    .map(({ projectName, file, title, results }) => {
      const message = results.map(({ error }) => error?.message ?? "").join("\n");
      return `[${projectName}] ${file} › ${title}: ${stripVTControlCharacters(message)}\n`;
    })
    .join("");
}

const specsOf = ({ suites = [], specs = [] }: PlaywrightSuite): NonNullable<PlaywrightSuite["specs"]> => [
  ...specs,
  ...suites.flatMap(specsOf),
];

export const sentence = ({ passed, failed }: Totals): string => `${passed} passed, ${failed} failed.`;

export function sum(all: readonly Totals[]): string {
  const total = (key: keyof Totals) => all.reduce((before, each) => before + each[key], 0);
  return `${total("passed")} passed, ${total("failed")} failed, ${total("skipped")} skipped\n`;
}
