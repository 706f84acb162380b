/** Runs the long proofs one after the other: full rounds, load, memory, and machines unlike this one. */
import { forget, runVitest } from "./test-runs.ts";
import { FIGURES, LONG, totalsLine, vitestTotals } from "./totals.ts";

forget(LONG, FIGURES);
const passed = runVitest(["long"], LONG);
process.stdout.write(totalsLine([vitestTotals(LONG)]));
process.exit(passed ? 0 : 1);
