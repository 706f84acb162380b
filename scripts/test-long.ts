/** Runs the long proofs one after the other: full rounds, load, memory, and machines unlike this one. */
import { mkdirSync, rmSync } from "node:fs";
import { runVitest } from "./tests.ts";
import { FIGURES, LONG, RESULTS, totalsLine, vitestTotals } from "./totals.ts";

mkdirSync(RESULTS, { recursive: true });
rmSync(FIGURES, { recursive: true, force: true });
const passed = runVitest(["long"], LONG);
process.stdout.write(totalsLine([vitestTotals(LONG)]));
process.exit(passed ? 0 : 1);
