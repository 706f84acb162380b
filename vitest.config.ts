import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["tests/**/*.test.ts"],
    exclude: ["tests/e2e/**"],
    // The pages under test are those of the production build.
    env: { NODE_ENV: "production" },
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
