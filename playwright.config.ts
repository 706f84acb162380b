import { defineConfig } from "@playwright/test";
import { findChromium } from "./scripts/chromium.ts";
import { ADMIN, HOSTED, HOSTED_PORT, PORT } from "./tests/e2e/site.ts";

const DESKTOP = { width: 1440, height: 900 };

/**
 * Whose subject is the layout: at both widths, but for the tests that are tagged with one, @phone or @desk. Every other
 * test runs at the width of those whom it is about.
 */
const AT_BOTH_WIDTHS = ["donations", "print", "reading", "site-health"];
/** What the committee does at a desk, what takes a mouse, and windows that a test sets itself. */
const AT_A_DESK = [
  "calendar",
  "committee-names",
  "accounts",
  "confirmed-password",
  "first-sign-in",
  "forced-colors",
  "html",
  "older-documents",
  "passkeys",
  "reflow",
  "settings",
  "session-ended",
];
const specs = (names: readonly string[]): string[] => names.map((name) => `${name}.spec.ts`);

const server = (script: string, port: number) => ({
  command: `node ${script}`,
  url: `http://localhost:${port}/healthz`,
  env: {
    PORT: String(port),
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    LOG_LEVEL: "error",
    TRUST_PROXY: "1",
  },
  timeout: 180_000,
  reuseExistingServer: false,
  gracefulShutdown: { signal: "SIGTERM", timeout: 10_000 } as const,
});

export default defineConfig({
  testDir: "tests/e2e",
  // A folder of its own: Playwright empties it at each run.
  outputDir: "test-results/browser",
  fullyParallel: false,
  workers: 3,
  forbidOnly: Boolean(process.env.CI),
  // Several pages in one browser, on a machine that does something else as well.
  timeout: 120_000,
  retries: 0,
  expect: { timeout: 10_000 },
  reporter: [["list"], ["json", { outputFile: "test-results/e2e.json" }]],
  use: {
    baseURL: `http://localhost:${PORT}`,
    locale: "fr-CH",
    timezoneId: "Europe/Zurich",
    trace: "off",
    // Software draws the header's canvas here: what moves is asked for by the tests that look at it.
    contextOptions: { reducedMotion: "reduce" },
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
    {
      name: "phone",
      testIgnore: specs(AT_A_DESK),
      grepInvert: /@desk/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
    {
      name: "desk",
      testMatch: specs([...AT_BOTH_WIDTHS, ...AT_A_DESK]),
      grepInvert: /@phone/,
      use: { viewport: DESKTOP },
    },
    {
      // The journeys whose every step goes through a provider, on Firebase's emulators instead of the data folder.
      name: HOSTED,
      grep: /@hosted/,
      use: { viewport: DESKTOP, baseURL: `http://localhost:${HOSTED_PORT}` },
    },
  ],
  webServer: [
    server("tests/e2e/start-site.ts", PORT),
    ...(process.env.SKIP_HOSTED ? [] : [server("tests/e2e/start-hosted-site.ts", HOSTED_PORT)]),
  ],
});
