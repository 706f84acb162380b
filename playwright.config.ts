import { defineConfig } from "@playwright/test";
import { findChromium } from "./scripts/chromium.ts";
import { ADMIN, PORT } from "./tests/e2e/site.ts";

export default defineConfig({
  testDir: "tests/e2e",
  // A folder of its own: Playwright empties it at each run.
  outputDir: "test-results/navigateur",
  fullyParallel: false,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000,
  // A machine that stalls may fail a test once; a second failure is one. The totals name those that were retried.
  retries: process.env.CI ? 1 : 0,
  expect: { timeout: 10_000 },
  reporter: [["list"], ["json", { outputFile: "test-results/e2e.json" }]],
  use: {
    baseURL: `http://localhost:${PORT}`,
    locale: "fr-CH",
    timezoneId: "Europe/Zurich",
    trace: "off",
    launchOptions: {
      executablePath: findChromium() ?? undefined,
      args: [
        "--disable-gpu",
        "--disable-quic",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
        "--disable-dev-shm-usage",
      ],
    },
  },
  projects: [
    { name: "telephone", use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
    { name: "bureau", use: { viewport: { width: 1440, height: 900 } } },
  ],
  webServer: {
    command: "node tests/e2e/start-site.ts",
    url: `http://localhost:${PORT}/healthz`,
    env: { PORT: String(PORT), ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.motDePasse, LOG_LEVEL: "error" },
    timeout: 180_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: "SIGTERM", timeout: 10_000 },
  },
});
