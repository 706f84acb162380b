import { defineConfig } from "vitest/config";

const HEBERGE = "tests/**/*.firebase.test.ts";
/** Minutes each: scripts/proofs.ts runs them beside the tests. */
const PROOFS = "tests/start/**/*.test.ts";

const commun = {
  // The pages under test are those of the production build.
  env: { NODE_ENV: "production" },
  // A machine that stalls may fail a test once; a second failure is one. The totals count those that were retried.
  retry: process.env.CI ? 1 : 0,
  testTimeout: 30_000,
  hookTimeout: 60_000,
};

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...commun,
          name: "site",
          include: ["tests/**/*.test.ts"],
          exclude: ["**/node_modules/**", "tests/e2e/**", HEBERGE, PROOFS],
        },
      },
      { test: { ...commun, name: "proofs", include: [PROOFS], testTimeout: 600_000, hookTimeout: 300_000 } },
      {
        // Against Google's emulators, which are started once for all of them.
        test: { ...commun, name: "firebase", include: [HEBERGE], globalSetup: "tests/emulators/setup.ts" },
      },
    ],
  },
});
