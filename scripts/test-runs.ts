/** What `npm test` and `npm run test:long` share: an empty place for results, and running a runner. */
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { RESULTS } from "./totals.ts";

/** Takes the results of an earlier run away: one that ends before it could count must not count as that one. */
export function removeResults(...results: readonly string[]): void {
  mkdirSync(RESULTS, { recursive: true });
  for (const each of results) rmSync(each, { recursive: true, force: true });
}

/** @param args the runner's script in node_modules, then what it is given @returns whether it ended well */
export const runTool = (...[script, ...args]: [string, ...string[]]): boolean =>
  spawnSync(process.execPath, [`node_modules/${script}`, ...args], { stdio: "inherit" }).status === 0;

/** Runs projects of vitest.config.ts. @param file where its results go */
export const runVitest = (projects: readonly string[], file: string): boolean =>
  runTool(
    "vitest/vitest.mjs",
    "run",
    ...projects.map((name) => `--project=${name}`),
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${file}`,
  );
