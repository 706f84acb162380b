/**
 * `npm test` runs the tests for every change. `npm run test:long` runs the slow tests. At the end of CI, the argument
 * `totals` lists all failures.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { ensureChromium } from "./chromium.ts";
import * as totals from "./totals.ts";

const { BROWSER_RESULTS, FIGURES, LONG_RESULTS, RESULTS, UNIT_RESULTS } = totals;
const print = (text: string) => process.stdout.write(text);

const run = (...[script, ...args]: [string, ...string[]]): boolean =>
  spawnSync(process.execPath, [`node_modules/${script}`, ...args], { stdio: "inherit" }).status === 0;

function runVitest(projects: readonly string[], file: string): boolean {
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  return run("vitest/vitest.mjs", "run", ...projects.map((name) => `--project=${name}`), ...reporters);
}

/** A run that crashes writes no results, so earlier results must not be counted. */
function removeResults(...results: readonly string[]): void {
  mkdirSync(RESULTS, { recursive: true });
  for (const each of results) rmSync(each, { recursive: true, force: true });
}

function testAll(): boolean {
  removeResults(UNIT_RESULTS, BROWSER_RESULTS);
  ensureChromium();
  const unit = runVitest(["unit", "site", "firebase"], UNIT_RESULTS);
  const browser = run("@playwright/test/cli.js", "test");
  const [a, b] = [totals.ofVitest(UNIT_RESULTS), totals.ofPlaywright(BROWSER_RESULTS)];
  print(`\nunit, contract, HTTP: ${totals.sentence(a)}\nbrowser: ${totals.sentence(b)}\n${totals.sum([a, b])}`);
  return unit && browser && a.failed + b.failed === 0;
}

function testLong(): boolean {
  removeResults(LONG_RESULTS, FIGURES);
  const passed = runVitest(["long", "measured"], LONG_RESULTS);
  print(totals.sum([totals.ofVitest(LONG_RESULTS)]));
  return passed;
}

function printTotals(): boolean {
  for (const file of [UNIT_RESULTS, LONG_RESULTS]) print(totals.failuresOfVitest(file));
  print(totals.failuresOfPlaywright(BROWSER_RESULTS));
  print(
    totals.sum([totals.ofVitest(UNIT_RESULTS), totals.ofPlaywright(BROWSER_RESULTS), totals.ofVitest(LONG_RESULTS)]),
  );
  return true;
}

const MODES: Record<string, () => boolean> = { all: testAll, long: testLong, totals: printTotals };
process.exit(MODES[process.argv[2] ?? "all"]?.() ? 0 : 1);
