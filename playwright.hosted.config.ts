import { defineConfig } from "@playwright/test";
import site, { DESKTOP, server } from "./playwright.config.ts";
import { HOSTED, HOSTED_PORT } from "./tests/e2e/site.ts";
import { missingForEmulators } from "./tests/emulators/start.ts";

/** Journeys in which every step uses a store or a provider, on Firebase's emulators instead of the data folder. */
export default defineConfig({
  ...site,
  reporter: [["list"], ["json", { outputFile: "test-results/long-browser.json" }]],
  projects: [
    {
      name: HOSTED,
      grep: /@hosted/,
      use: { viewport: DESKTOP, baseURL: `http://localhost:${HOSTED_PORT}` },
    },
  ],
  // Without an address, Playwright does not wait for the site: the tests do, until its emulators run.
  webServer: missingForEmulators() ? [] : [server("tests/e2e/start-hosted-site.ts", HOSTED_PORT)],
});
