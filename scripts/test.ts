/** Runs every test that a change can break, the browser's too, and ends with their totals. */
import { ensureChromium } from "./chromium.ts";
import { forget, run, runVitest } from "./test-runs.ts";
import { BROWSER, playwrightTotals, totalsLine, UNIT, vitestTotals } from "./totals.ts";

forget(UNIT, BROWSER);
ensureChromium();

const unit = runVitest(["unit", "site", "firebase"], UNIT);
const browser = run("@playwright/test/cli.js", "test");

const [a, b] = [vitestTotals(UNIT), playwrightTotals(BROWSER)];
process.stdout.write(
  `\nunit, contract, HTTP: ${a.passed} passed (${a.retried} at the second try), ${a.failed} failed. browser: ${b.passed} passed (${b.retried} at the second try), ${b.failed} failed.\n`,
);
process.stdout.write(totalsLine([a, b]));
process.exit(unit && browser && a.failed + b.failed === 0 ? 0 : 1);
