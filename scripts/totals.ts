import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { Line } from "../tests/figures.ts";

/** `reasons`: why tests were skipped, with their number. */
type Totals = { passed: number; failed: number; skipped: number; reasons: Record<string, number> };

export const RESULTS = "test-results";
export const FIGURES = `${RESULTS}/figures`;

/** The result files of a command; `browser` is null if it runs no browser test. `errors`: see `writeErrors`. */
export type Results = { vitest: string; errors: string; browser: string | null };

/** A run without a result file has crashed: count one failure. */
const NOT_COUNTED: Totals = { passed: 0, failed: 1, skipped: 0, reasons: {} };
const NONE: Totals = { passed: 0, failed: 0, skipped: 0, reasons: {} };

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
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
type PlaywrightTest = {
  projectName: string;
  status: string;
  annotations: { type: string; description?: string }[];
  results: { error?: { message: string } }[];
};
type PlaywrightReport = PlaywrightSuite & {
  stats: { expected: number; unexpected: number; skipped: number };
};

const read = <Report>(file: string): Report | null =>
  existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;

/** @returns the sum of a command's results */
export const totalsOf = ({ vitest, errors, browser }: Results): Totals =>
  sumOf([ofVitest(vitest), ofErrors(errors), ...(browser ? [ofPlaywright(browser)] : [])]);

/**
 * Writes the errors of a run that belong to no test, a message each: a promise that nobody awaited, a process that
 * ended, a folder that could not be deleted. Vitest fails the run for them, and its report does not contain them.
 */
export const writeErrors = (file: string, messages: readonly string[]): void =>
  writeFileSync(file, JSON.stringify(messages));

/** @returns each error that `writeErrors` wrote, as a failure */
export const ofErrors = (file: string): Totals => ({ ...NONE, failed: read<string[]>(file)?.length ?? 0 });

export function sumOf(all: readonly Totals[]): Totals {
  const sum: Totals = { ...NONE, reasons: {} };
  for (const { passed, failed, skipped, reasons } of all) {
    sum.passed += passed;
    sum.failed += failed;
    sum.skipped += skipped;
    for (const [reason, count] of Object.entries(reasons)) sum.reasons[reason] = (sum.reasons[reason] ?? 0) + count;
  }
  return sum;
}

export function ofVitest(file: string): Totals {
  const report = read<VitestReport>(file);
  if (!report) return NOT_COUNTED;
  const { testResults, numPassedTests: passed } = report;
  const skipped = testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === "skipped" || status === "pending" || status === "todo"),
  );
  return {
    passed,
    // A test file that could not be loaded counts as failed.
    failed: Math.max(report.numFailedTests, testResults.filter(({ status }) => status === "failed").length),
    skipped: skipped.length,
    reasons: countsOf(skipped.map(({ fullName }) => REASON.exec(fullName)?.[1] ?? fullName)),
  };
}

/** Tests that a machine cannot run state the reason in their title. */
const REASON = /\(left out: (.+?)\)/;

export function ofPlaywright(file: string): Totals {
  const report = read<PlaywrightReport>(file);
  if (!report) return NOT_COUNTED;
  const { expected: passed, unexpected: failed, skipped } = report.stats;
  const left = specsOf(report).flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === "skipped")
      .map(({ annotations }) => annotations.find(({ type }) => type === "skip")?.description ?? title),
  );
  return { passed, failed, skipped, reasons: countsOf(left) };
}

function countsOf(reasons: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const reason of reasons) counts[reason] = (counts[reason] ?? 0) + 1;
  return counts;
}

/** @returns one line per failed test and per other error of a command */
export const failuresOf = ({ vitest, errors, browser }: Results): string =>
  failuresOfVitest(vitest) + failuresOfErrors(errors) + (browser ? failuresOfPlaywright(browser) : "");

const failuresOfErrors = (file: string): string =>
  (read<string[]>(file) ?? []).map((message) => `outside the tests: ${message}\n`).join("");

function failuresOfVitest(file: string): string {
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

function failuresOfPlaywright(file: string): string {
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

/** @returns a line per promise that held, with the figures that the tests wrote into the folder */
export function promisesOf(folder: string): string {
  const files = existsSync(folder) ? readdirSync(folder).sort() : [];
  const lines = files.map((file) => JSON.parse(readFileSync(join(folder, file), "utf8")) as Line);
  return lines.map(({ promise, figures }) => `${promise}: ${figures.replace(/\s+/g, " ")}\n`).join("");
}

/** @returns a line per reason of skipped tests, and the totals as the last line */
export function sentences({ passed, failed, skipped, reasons }: Totals): string {
  const lines = Object.entries(reasons).map(([reason, count]) => `skipped ${count}: ${reason}\n`);
  return `${lines.join("")}${passed} passed, ${failed} failed, ${skipped} skipped\n`;
}
