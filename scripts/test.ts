/**
 * Runs the tests of a command: `npm test`, `npm run test:long` or `npm run test:systems`. At the end of CI, the argument
 * `totals` lists the failures of the first two, and sums them.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureChromium } from "./chromium.ts";
import {
  FIGURES,
  failuresOf,
  ofErrors,
  ofVitest,
  promisesOf,
  RESULTS,
  type Results,
  sentences,
  sumOf,
  totalsOf,
  writeErrors,
} from "./totals.ts";

/** `inMemory`: temporary folders are in memory. Kills, full disks and measurements use a disk. */
type Command = { projects: readonly string[]; browser: string | null; inMemory: boolean };

const COMMANDS = {
  test: { projects: ["unit", "site", "firebase"], browser: "playwright.config.ts", inMemory: true },
  long: { projects: ["hosted", "long", "measured", "alone"], browser: "playwright.long.config.ts", inMemory: false },
  systems: { projects: ["systems"], browser: null, inMemory: false },
} as const satisfies Record<string, Command>;

type Name = keyof typeof COMMANDS;

const resultsOf = (name: Name): Results => ({
  vitest: `${RESULTS}/${name}.json`,
  errors: `${RESULTS}/${name}-errors.json`,
  browser: COMMANDS[name].browser && `${RESULTS}/${name}-browser.json`,
});

function run(name: Name): boolean {
  const { projects, browser, inMemory }: Command = COMMANDS[name];
  const results = resultsOf(name);
  mkdirSync(RESULTS, { recursive: true });
  // A run that crashes writes no results, so earlier results must not be counted.
  for (const each of [results.vitest, results.errors, results.browser, `${FIGURES}/${name}`])
    if (each) rmSync(each, { recursive: true, force: true });
  if (browser) ensureChromium();
  // Ctrl+C ends the tests; this process goes on to delete their folder.
  process.on("SIGINT", () => {});
  const { folder, remove } = inMemory ? inMemoryFolder() : NO_FOLDER;
  const env = { ...process.env, ...folder, TEST_COMMAND: name, TEST_ERRORS: results.errors };
  const start = (...[script, ...args]: [string, ...string[]]): boolean =>
    spawnSync(process.execPath, [`node_modules/${script}`, ...args], { stdio: "inherit", env }).status === 0;
  const reporters = [
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${results.vitest}`,
    "--reporter=./scripts/error-reporter.ts",
  ];
  const passed = start("vitest/vitest.mjs", "run", ...projects.map((project) => `--project=${project}`), ...reporters);
  if (!passed && sumOf([ofVitest(results.vitest), ofErrors(results.errors)]).failed === 0)
    writeErrors(results.errors, [
      "Vitest reported an error while it closed; search its output for “error during close”",
    ]);
  const browserPassed = !browser || start("@playwright/test/cli.js", "test", `--config=${browser}`);
  remove();
  const totals = totalsOf(results);
  print(`\n${promisesOf(`${FIGURES}/${name}`)}\n${sentences(totals)}`);
  return passed && browserPassed && totals.failed === 0;
}

const SHARED_MEMORY = "/dev/shm";
const NEEDED_BYTES = 2e9;

const NO_FOLDER = { folder: {}, remove: () => {} };

/** @returns variables for a temporary folder in memory, if enough is free there, and a function that deletes it */
function inMemoryFolder(): { folder: Record<string, string>; remove: () => void } {
  if (freeBytes(SHARED_MEMORY) < NEEDED_BYTES) return NO_FOLDER;
  const TMPDIR = mkdtempSync(join(SHARED_MEMORY, "jeunesse-tests-"));
  // The caches of compiled code stay for the next run.
  const {
    NODE_COMPILE_CACHE = join(tmpdir(), "jeunesse-compiled"),
    PLAYWRIGHT_TRANSFORM_CACHE_DIR = join(tmpdir(), "jeunesse-specs"),
  } = process.env;
  const remove = () => rmSync(TMPDIR, { recursive: true, force: true, maxRetries: 5 });
  return { folder: { TMPDIR, NODE_COMPILE_CACHE, PLAYWRIGHT_TRANSFORM_CACHE_DIR }, remove };
}

function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return 0;
  }
}

function printTotals(): boolean {
  const all = (["test", "long"] as const).map(resultsOf);
  print(all.map(failuresOf).join(""));
  print(sentences(sumOf(all.map(totalsOf))));
  return true;
}

const print = (text: string) => process.stdout.write(text);

const mode = process.argv[2] ?? "test";
if (mode in COMMANDS) process.exit(run(mode as Name) ? 0 : 1);
process.exit(mode === "totals" && printTotals() ? 0 : 1);
