/** The end of CI: what failed in `npm test` and `npm run test:long`, by name, then the totals of both in one line. */
import {
  BROWSER,
  LONG,
  playwrightFailures,
  playwrightTotals,
  totalsLine,
  UNIT,
  vitestFailures,
  vitestTotals,
} from "./totals.ts";

for (const failure of [...vitestFailures(UNIT), ...playwrightFailures(BROWSER), ...vitestFailures(LONG)])
  process.stdout.write(`${failure}\n`);
process.stdout.write(totalsLine([vitestTotals(UNIT), playwrightTotals(BROWSER), vitestTotals(LONG)]));
