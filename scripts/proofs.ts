/** Runs the long proofs, which CI makes beside `npm test`: what the site does on machines unlike this one. */
import { spawnSync } from "node:child_process";
import { PROOFS } from "./totals.ts";

const { status } = spawnSync(
  process.execPath,
  [
    "node_modules/vitest/vitest.mjs",
    "run",
    "--project=proofs",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${PROOFS}`,
  ],
  { stdio: "inherit" },
);
process.exit(status ?? 1);
