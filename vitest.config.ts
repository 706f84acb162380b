import { defineConfig } from "vitest/config";
import { COMPILED } from "./tests/compiled.ts";

/** Rules and use cases: they need neither a build nor an emulator. */
const UNIT = ["tests/domain/**/*.test.ts", "tests/usecases/**/*.test.ts"];
const HOSTED = "tests/**/*.firebase.test.ts";
/** What measures time, memory or a heartbeat: only `npm run test:long` runs it, one file after the other, at its end. */
const MEASURED = "tests/**/*.measured.test.ts";
/** The same, but `npm test` runs it too, and measures nothing. */
const ALSO_MEASURED = "tests/bank/hostile-bank-files.rounds.test.ts";
/** What only `npm run test:long` runs: minutes each, or a machine of their own. */
const LONG_ONLY = ["tests/long/**/*.test.ts", "tests/start/**/*.test.ts", "tests/**/*.long.test.ts"];
/** Engines that few machines have. */
const SYSTEMS = "tests/**/*.systems.test.ts";
/** What `npm test` runs with a few rounds, and `npm run test:long` with those that make the figures of docs/reliability.md. */
const WITH_ROUNDS = ["tests/**/*.rounds.test.ts", "tests/**/*.rounds.firebase.test.ts"];
/** What suits many tests of one process; the long run has everything as it is on a site. */
const SETUP = "tests/setup.ts";

const common = {
  // The pages under test are those of the production build. Processes that tests start find what Node compiled before.
  env: { NODE_ENV: "production", ...COMPILED },
  // They end a test that hangs, and are no bound: a machine that is busy or slow takes ten times as long as usual.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 20_000 } },
};

const long = {
  ...common,
  env: { ...common.env, TEST_ROUNDS: "long" },
  globalSetup: ["tests/fresh-build.ts", "tests/emulators/setup.ts"],
  testTimeout: 600_000,
  hookTimeout: 300_000,
};

export default defineConfig({
  test: {
    // Much of the time of a test is another process's, or the wait for one: with as many workers as cores, one core idles.
    maxWorkers: 4,
    globalSetup: "tests/temporary-folder.ts",
    projects: [
      // Nothing of theirs outlives a test: one room for all files saves most of the time.
      { test: { ...common, name: "unit", include: UNIT, pool: "threads", isolate: false, setupFiles: SETUP } },
      {
        test: {
          ...common,
          name: "site",
          include: ["tests/**/*.test.ts"],
          exclude: ["**/node_modules/**", "tests/e2e/**", ...UNIT, HOSTED, MEASURED, SYSTEMS, ...LONG_ONLY],
          globalSetup: "tests/fresh-build.ts",
          setupFiles: SETUP,
          isolate: false,
        },
      },
      {
        // Against Google's emulators, which are started once for all of them.
        test: {
          ...common,
          name: "firebase",
          include: [HOSTED],
          exclude: LONG_ONLY,
          globalSetup: ["tests/fresh-build.ts", "tests/emulators/setup.ts"],
          setupFiles: SETUP,
          isolate: false,
        },
      },
      {
        test: {
          ...long,
          name: "long",
          include: [...LONG_ONLY, ...WITH_ROUNDS],
          exclude: ["**/node_modules/**", MEASURED, ALSO_MEASURED],
          maxWorkers: 3,
        },
      },
      {
        test: {
          ...long,
          name: "systems",
          include: [SYSTEMS],
        },
      },
      {
        test: {
          ...long,
          name: "measured",
          include: [MEASURED, ALSO_MEASURED],
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
