/** Runs every test there is, the browser's too, and ends with their totals. */
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { ensureChromium } from "./chromium.ts";
import { BROWSER, playwrightTotals, RESULTS, totalsLine, UNIT, vitestTotals } from "./totals.ts";

const lancer = (script: string, ...args: string[]): boolean =>
  spawnSync(process.execPath, [`node_modules/${script}`, ...args], { stdio: "inherit" }).status === 0;

rmSync(RESULTS, { recursive: true, force: true });
mkdirSync(RESULTS, { recursive: true });
ensureChromium();

const unitaires = lancer(
  "vitest/vitest.mjs",
  "run",
  "--project=!proofs",
  "--reporter=default",
  "--reporter=json",
  `--outputFile.json=${UNIT}`,
);
const navigateur = lancer("@playwright/test/cli.js", "test");

const [a, b] = [vitestTotals(UNIT), playwrightTotals(BROWSER)];
process.stdout.write(
  `\nunit, contract, HTTP: ${a.passed} passed (${a.retried} at the second try), ${a.failed} failed. browser: ${b.passed} passed (${b.retried} at the second try), ${b.failed} failed.\n`,
);
process.stdout.write(totalsLine([a, b]));
process.exit(unitaires && navigateur && a.failed + b.failed === 0 ? 0 : 1);
