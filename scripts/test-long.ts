/** Runs the long proofs one after the other: full rounds, load, memory, and machines unlike this one. */
import { removeResults, runVitest } from "./test-runs.ts";
import { FIGURES, LONG_RESULTS, totalsLine, vitestTotals } from "./totals.ts";

removeResults(LONG_RESULTS, FIGURES);
const passed = runVitest(["long"], LONG_RESULTS);
process.stdout.write(totalsLine([vitestTotals(LONG_RESULTS)]));
process.exit(passed ? 0 : 1);
