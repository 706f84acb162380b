/** The end of CI: what failed in `npm test` and `npm run test:long`, by name, then the totals of both in one line. */
import {
  BROWSER_RESULTS,
  LONG_RESULTS,
  playwrightFailures,
  playwrightTotals,
  totalsLine,
  UNIT_RESULTS,
  vitestFailures,
  vitestTotals,
} from "./totals.ts";

for (const failure of [
  ...vitestFailures(UNIT_RESULTS),
  ...playwrightFailures(BROWSER_RESULTS),
  ...vitestFailures(LONG_RESULTS),
])
  process.stdout.write(`${failure}\n`);
process.stdout.write(
  totalsLine([vitestTotals(UNIT_RESULTS), playwrightTotals(BROWSER_RESULTS), vitestTotals(LONG_RESULTS)]),
);
