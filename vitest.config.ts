import { defineConfig } from "vitest/config";

const HEBERGE = "tests/**/*.firebase.test.ts";
/** Minutes each: scripts/proofs.ts runs them beside the tests. */
const PROOFS = "tests/start/**/*.test.ts";

const commun = {
  // The pages under test are those of the production build.
  env: { NODE_ENV: "production" },
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
