import { defineConfig } from "@playwright/test";
import site, { AT_A_DESK, DESKTOP, OF_THE_DESK, server, specs } from "./playwright.config.ts";
import { HOSTED, HOSTED_PORT, PORT } from "./tests/e2e/site.ts";
import { missingForEmulators } from "./tests/emulators/start.ts";

/**
 * The browser's part of `npm run test:long`: journeys in which every step uses a store or a provider, on Firebase's
 * emulators instead of the data folder, and the tests tagged @long on the site of the other browser tests.
 */
export default defineConfig({
  ...site,
  reporter: [["list"], ["json", { outputFile: "test-results/long-browser.json" }]],
  projects: [
    {
      name: HOSTED,
      grep: /@hosted/,
      use: { viewport: DESKTOP, baseURL: `http://localhost:${HOSTED_PORT}` },
    },
    {
      name: "desk",
      testMatch: specs(OF_THE_DESK),
      grep: /@long/,
      grepInvert: /@phone/,
      use: { viewport: DESKTOP },
    },
    {
      name: "phone",
      testIgnore: specs(AT_A_DESK),
      grep: /@long/,
      grepInvert: /@desk/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
  ],
  webServer: [
    { ...server("tests/e2e/start-site.ts", PORT), url: `http://localhost:${PORT}/healthz` },
    // Without an address, Playwright does not wait for the site: the tests do, until its emulators run.
    ...(missingForEmulators() ? [] : [server("tests/e2e/start-hosted-site.ts", HOSTED_PORT)]),
  ],
});
