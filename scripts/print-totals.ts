/** The end of CI: what failed in `npm test` and `npm run proofs`, by name, then the totals of both in one line. */
import {
  BROWSER,
  PROOFS,
  playwrightFailures,
  playwrightTotals,
  totalsLine,
  UNIT,
  vitestFailures,
  vitestTotals,
} from "./totals.ts";

for (const failure of [...vitestFailures(UNIT), ...playwrightFailures(BROWSER), ...vitestFailures(PROOFS)])
  process.stdout.write(`${failure}\n`);
process.stdout.write(totalsLine([vitestTotals(UNIT), playwrightTotals(BROWSER), vitestTotals(PROOFS)]));
