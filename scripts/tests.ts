/** What `npm test` and `npm run test:long` share: running a runner, and where its results lie. */
import { spawnSync } from "node:child_process";

/** @param args the runner's script in node_modules, then what it is given @returns whether it ended well */
export const run = (...[script, ...args]: [string, ...string[]]): boolean =>
  spawnSync(process.execPath, [`node_modules/${script}`, ...args], { stdio: "inherit" }).status === 0;

/** Runs projects of vitest.config.ts. @param file where its results go */
export const runVitest = (projects: readonly string[], file: string): boolean =>
  run(
    "vitest/vitest.mjs",
    "run",
    ...projects.map((name) => `--project=${name}`),
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${file}`,
  );
