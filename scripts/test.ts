/** Runs every test that a change can break, the browser's too, and ends with their totals. */
import { ensureChromium } from "./chromium.ts";
import { removeResults, runTool, runVitest } from "./test-runs.ts";
import { BROWSER_RESULTS, playwrightTotals, totalsLine, UNIT_RESULTS, vitestTotals } from "./totals.ts";

removeResults(UNIT_RESULTS, BROWSER_RESULTS);
ensureChromium();

const unit = runVitest(["unit", "site", "firebase"], UNIT_RESULTS);
const browser = runTool("@playwright/test/cli.js", "test");

const [a, b] = [vitestTotals(UNIT_RESULTS), playwrightTotals(BROWSER_RESULTS)];
process.stdout.write(
  `\nunit, contract, HTTP: ${a.passed} passed (${a.retried} at the second try), ${a.failed} failed. browser: ${b.passed} passed (${b.retried} at the second try), ${b.failed} failed.\n`,
);
process.stdout.write(totalsLine([a, b]));
process.exit(unit && browser && a.failed + b.failed === 0 ? 0 : 1);
