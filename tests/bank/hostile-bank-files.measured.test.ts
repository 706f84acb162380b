/** Files that shall overload the site are refused quickly and without blocking other requests. */
import { expect, it } from "vitest";
import { readBankFile } from "#bank/read-bank-file.ts";
import { BANK_FILE_MAX_BYTES } from "#domain/bank/bank-file.ts";
import { writeFigures } from "#tests/figures.ts";
import { holding } from "#tests/heartbeat.ts";
import { slowness } from "#tests/machine.ts";
import { HOSTILE, outcomeOf, REFUSED } from "./hostile-bank-files.ts";

const DURATION_MAX_MS = 2_000;
const MEMORY_MAX = 200e6;
const HELD_MAX_MS = 100;

/** CPU time of all threads except this one, in milliseconds. */
function processorMs(): number {
  const [all, own] = [process.cpuUsage(), process.threadCpuUsage()];
  return (all.user + all.system - own.user - own.system) / 1000;
}

const SLOWNESS = slowness();
const worst = { held: 0, took: 0, memory: 0 };

it.each(HOSTILE)(
  "a worker thread reads or refuses the hostile bank file without blocking the site: %s",
  async (_, make, fate) => {
    const bytes = make();
    expect(bytes.length).toBeLessThan(BANK_FILE_MAX_BYTES + 2);
    const before = process.memoryUsage().rss;
    let memory = 0;
    const sampling = setInterval(() => {
      memory = Math.max(memory, process.memoryUsage().rss - before);
    }, 10);
    const [start, processor] = [performance.now(), processorMs()];
    const { held, result } = await holding(() => readBankFile(bytes));
    // Time in which the machine ran other processes does not count.
    const took = Math.min(performance.now() - start, processorMs() - processor);
    clearInterval(sampling);
    const outcome = outcomeOf(result);
    // The site refuses a file after two seconds: a busy or slow machine may refuse one that another machine reads.
    const isCutOff = outcome === "heavy" && took / SLOWNESS < DURATION_MAX_MS - 500;
    if (!isCutOff) expect(outcome).toBe(fate);
    expect(held).toBeLessThan(HELD_MAX_MS);
    expect(took / SLOWNESS).toBeLessThan(DURATION_MAX_MS);
    expect(memory).toBeLessThan(MEMORY_MAX);
    for (const [what, value] of Object.entries({ held, took, memory }) as [keyof typeof worst, number][])
      worst[what] = Math.max(worst[what], value);
  },
);

it("the slowest and largest hostile bank files are recorded in the figures of the test run", () => {
  expect(worst.took).toBeGreaterThan(0);
  writeFigures("bank-file", {
    promise: "A file of the bank is read in a separate thread; a hostile one is refused with a sentence",
    figures:
      `${REFUSED.length + HOSTILE.length} bombs, truncated, wrong and huge files: ${(worst.took / 1000).toFixed(1)} s at most, ` +
      `${Math.round(worst.memory / 1e6)} MB at most, other visitors waited at most ${Math.round(worst.held)} ms`,
  });
});
