/** Runs every test there is, the browser's too, and ends with their totals. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { ensureChromium } from "./chromium.ts";

type Totaux = { passed: number; failed: number; skipped: number; retried: number };

const RESULTATS = "test-results";
const UNITAIRES = `${RESULTATS}/unit.json`;
const NAVIGATEUR = `${RESULTATS}/e2e.json`;

const lancer = (script: string, ...args: string[]): boolean =>
  spawnSync(process.execPath, [`node_modules/${script}`, ...args], { stdio: "inherit" }).status === 0;

/** A run that ended before it could count is one failure. */
const SANS_COMPTE: Totaux = { passed: 0, failed: 1, skipped: 0, retried: 0 };

const lire = (fichier: string): unknown => (existsSync(fichier) ? JSON.parse(readFileSync(fichier, "utf8")) : null);

function totauxUnitaires(): Totaux {
  const r = lire(UNITAIRES) as { numPassedTests: number; numFailedTests: number; numPendingTests: number } | null;
  if (!r) return SANS_COMPTE;
  return { passed: r.numPassedTests, failed: r.numFailedTests, skipped: r.numPendingTests, retried: 0 };
}

function totauxNavigateur(): Totaux {
  const r = lire(NAVIGATEUR) as {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  } | null;
  if (!r) return SANS_COMPTE;
  const { expected, unexpected, flaky, skipped } = r.stats;
  return { passed: expected + flaky, failed: unexpected, skipped, retried: flaky };
}

rmSync(RESULTATS, { recursive: true, force: true });
mkdirSync(RESULTATS, { recursive: true });
ensureChromium();

const unitaires = lancer(
  "vitest/vitest.mjs",
  "run",
  "--reporter=default",
  "--reporter=json",
  `--outputFile.json=${UNITAIRES}`,
);
const navigateur = lancer("@playwright/test/cli.js", "test");

const [a, b] = [totauxUnitaires(), totauxNavigateur()];
const somme = (cle: keyof Totaux) => a[cle] + b[cle];
process.stdout.write(
  `\nunit, contract, HTTP: ${a.passed} passed, ${a.failed} failed. browser: ${b.passed} passed (${b.retried} at the second try), ${b.failed} failed.\n`,
);
process.stdout.write(`${somme("passed")} passed, ${somme("failed")} failed, ${somme("skipped")} skipped\n`);
process.exit(unitaires && navigateur && somme("failed") === 0 ? 0 : 1);
