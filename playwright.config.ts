import { defineConfig } from "@playwright/test";
import { findChromium } from "./scripts/chromium.ts";
import { ADMIN, PORT } from "./tests/e2e/site.ts";

export const DESKTOP = { width: 1440, height: 900 };

/**
 * Specs about layout run at both widths, except tests tagged @phone or @desk. Every other spec runs at the width of the
 * people whom it is about.
 */
const AT_BOTH_WIDTHS = ["donations", "print", "reading"];
/** Specs of work at a desk, of a mouse, and of windows that a test sizes itself. */
export const AT_A_DESK = [
  "calendar",
  "committee-names",
  "accounts",
  "confirmed-password",
  "forced-colors",
  "passkeys",
  "every-page",
  "settings",
];

/**
 * Features that Chromium leaves out. Of several `--disable-features` the last one counts, so these are Playwright's, too
 * (chromiumSwitches in playwright-core).
 */
const WITHOUT = [
  // Pages of the address bar, which every new window loads: 0.8 s of CPU time per context.
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  // Playwright's:
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
];

/** Specs that run at the width of a desktop. */
export const OF_THE_DESK = [...AT_BOTH_WIDTHS, ...AT_A_DESK];

export const specs = (names: readonly string[]): string[] => names.map((name) => `${name}.spec.ts`);

/** @returns how Playwright starts a site of the browser tests */
export const server = (script: string, port: number) => ({
  command: `node ${script}`,
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
  // Enough for a journey of many pages on a busy machine.
  timeout: 120_000,
  retries: 0,
  expect: { timeout: 10_000 },
  reporter: [["list"], ["json", { outputFile: "test-results/test-browser.json" }]],
  use: {
    baseURL: `http://localhost:${PORT}`,
    locale: "fr-CH",
    timezoneId: "Europe/Zurich",
    trace: "off",
    // The CPU draws the canvas of the header: only the tests of its animation enable it.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: {
      executablePath: findChromium() ?? undefined,
      args: [
        `--disable-features=${WITHOUT.join(",")}`,
        // A page lives too briefly to make up for the optimizing compilers of its scripts.
        "--js-flags=--no-opt,--no-maglev",
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
  // Tests tagged @long belong to `npm run test:long`: variants of what a shorter test proves here.
  // The longest files first, so that all workers end together: every-page.spec.ts belongs to the desk.
  projects: [
    {
      name: "desk",
      testMatch: specs(OF_THE_DESK),
      grepInvert: /@phone|@long/,
      use: { viewport: DESKTOP },
    },
    {
      name: "phone",
      testIgnore: specs(AT_A_DESK),
      grepInvert: /@desk|@long/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
  ],
  webServer: { ...server("tests/e2e/start-site.ts", PORT), url: `http://localhost:${PORT}/healthz` },
});
