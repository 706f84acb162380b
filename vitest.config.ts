import { defineConfig } from "vitest/config";
import { COMPILED } from "./tests/compiled.ts";

/** Rules and use cases: they need neither a build nor an emulator. */
const UNIT = ["tests/domain/**/*.test.ts", "tests/usecases/**/*.test.ts"];
/** The hosted family, on Google's emulators. */
const HOSTED = "tests/**/*.firebase.test.ts";
/** The suites of the hosted adapters, which `npm test` runs; stores and pages are the same code for both families. */
const HOSTED_ADAPTERS = "tests/contracts/{documents,files,identity}/*.firebase.test.ts";
/** Kills, hostile rounds, other browsers, and what measures ratios or processor time. */
const LONG = "tests/**/*.{rounds,long}.test.ts";
/** What measures processor time or memory, two files at a time: with more, a core takes longer for the same work. */
const MEASURED = "tests/**/*.measured.test.ts";
/** What measures waits by the clock, one file after the other. */
const ALONE = "tests/**/*.alone.test.ts";
/** What needs a machine of its own: booted systems, other versions of Node and npm, an image, other browsers. */
const SYSTEMS = "tests/**/*.systems.test.ts";
const ANYTHING = "tests/**/*.test.ts";
/** What suits many tests of one process. Load, kills and measurements have everything as it is on a site. */
const SETUP = "tests/setup.ts";
const BUILD = "tests/fresh-build.ts";
const EMULATORS = "tests/emulators/setup.ts";

const common = {
  // The pages under test are those of the production build. Processes that tests start find what Node compiled before.
  env: { NODE_ENV: "production", ...COMPILED },
  // They end a test that hangs, and are no bound: a machine that is busy or slow takes ten times as long as usual.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 20_000 } },
};

const long = { ...common, globalSetup: BUILD, testTimeout: 600_000, hookTimeout: 300_000 };

/** Nothing of their tests outlives a test: one room for all files saves most of the time. */
const together = { setupFiles: SETUP, isolate: false };

/**
 * Flags of V8 for processes that run many sites: with the usual 16 MB for young objects, the garbage collector takes a
 * seventh of their time.
 */
const ROOM_FOR_YOUNG = ["--min-semi-space-size=64", "--max-semi-space-size=64"];

/**
 * `npm test` runs unit, site and firebase; `npm run test:long` hosted, long, measured and alone; `npm run test:systems`
 * systems.
 */
export default defineConfig({
  test: {
    // Much of the time of a test is another process's, or the wait for one: with as many workers as cores, one core idles.
    maxWorkers: 4,
    globalSetup: "tests/temporary-folder.ts",
    projects: [
      {
        test: {
          ...common,
          ...together,
          name: "unit",
          include: UNIT,
          exclude: [LONG, MEASURED, ALONE, SYSTEMS],
          pool: "threads",
        },
      },
      {
        test: {
          ...common,
          ...together,
          name: "site",
          execArgv: ROOM_FOR_YOUNG,
          include: [ANYTHING],
          exclude: ["**/node_modules/**", ...UNIT, HOSTED, LONG, MEASURED, ALONE, SYSTEMS],
          globalSetup: BUILD,
        },
      },
      {
        test: { ...common, ...together, name: "firebase", include: [HOSTED_ADAPTERS], globalSetup: EMULATORS },
      },
      {
        test: {
          ...long,
          ...together,
          name: "hosted",
          include: [HOSTED],
          exclude: [HOSTED_ADAPTERS],
          globalSetup: [BUILD, EMULATORS],
        },
      },
      { test: { ...long, name: "long", include: [LONG] } },
      {
        test: {
          ...long,
          name: "measured",
          include: [MEASURED],
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...long,
          name: "alone",
          include: [ALONE],
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
      { test: { ...long, name: "systems", include: [SYSTEMS], maxWorkers: 2 } },
    ],
  },
});
