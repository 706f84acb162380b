/** The last line of CI: `npm test` and `npm run proofs` together. */
import { BROWSER, PROOFS, playwrightTotals, totalsLine, UNIT, vitestTotals } from "./totals.ts";

process.stdout.write(totalsLine([vitestTotals(UNIT), playwrightTotals(BROWSER), vitestTotals(PROOFS)]));
