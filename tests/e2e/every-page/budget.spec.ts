/** Budgets of a visit, in bytes and requests. */
import type { Page } from "@playwright/test";
import { dayInZurich } from "#domain/dates.ts";
import { nextMonth } from "#domain/events/french-dates.ts";
import { test as ownSiteTest } from "#tests/e2e/own-site.ts";
import { bytesOfScript, expect, openSession, postForm, test } from "#tests/e2e/test.ts";
import { jpeg } from "#tests/images/pictures.ts";
import { READING_PAGES } from "#tests/public-pages.ts";

const KO = 1000;
/** React, the router, the page's own code and the module of every page. */
const INTERACTIVE_SCRIPT = 110 * KO;
/** Additional script of the passkey button, on /login only. */
const OF_PASSKEYS = 4 * KO;
const READING_MODULE = 5 * KO;

type SentFile = { url: string; type: string; bytes: number };

/** Counts the bytes of responses from now on, headers included. */
async function weigh(
  page: Page,
): Promise<{ files: () => SentFile[]; total: (type?: string) => number; stop: () => Promise<void> }> {
  const session = await page.context().newCDPSession(page);
  const byId = new Map<string, SentFile>();
  session.on("Network.responseReceived", ({ requestId, type, response }) =>
    byId.set(requestId, { url: response.url, type, bytes: 0 }),
  );
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const file = byId.get(requestId);
    if (file) file.bytes = encodedDataLength;
  });
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  const files = () => [...byId.values()].filter(({ url }) => url.startsWith("http"));
  return {
    files,
    total: (type) =>
      files()
        .filter((one) => !type || one.type === type)
        .reduce((sum, { bytes }) => sum + bytes, 0),
    stop: () => session.detach(),
  };
}

/** Scrolls through the whole page, and waits for its pictures. */
async function readToEnd(page: Page): Promise<void> {
  for (const image of await page.locator("main img:visible").all()) {
    await image.scrollIntoViewIfNeeded();
    await expect(image).toHaveJSProperty("complete", true);
  }
}

test("reading pages load no React, at most 5 KB of script, and two fonts", async ({ page }) => {
  for (const path of READING_PAGES)
    await test.step(path, async () => {
      const weight = await weigh(page);
      await page.goto(path, { waitUntil: "networkidle" });
      expect(weight.total("Script"), path).toBeGreaterThan(0);
      expect(weight.total("Script"), path).toBeLessThanOrEqual(READING_MODULE);
      expect(await page.locator("link[rel=modulepreload]").count(), path).toBe(0);
      // Only the font files with the letters of French.
      expect(
        weight.files().filter(({ type }) => type === "Font"),
        path,
      ).toHaveLength(2);
      await weight.stop();
    });
});

test("a visitor's forms are interactive with at most 110 KB of script, none of it the committee's", async ({
  page,
}) => {
  for (const path of ["/contact", "/inscription", "/login"])
    await test.step(path, async () => {
      const weight = await weigh(page);
      await page.goto(path, { waitUntil: "networkidle" });
      await expect(page.locator("form[novalidate]").first()).toBeAttached();
      expect(await bytesOfScript(page), path).toBeGreaterThan(80 * KO);
      const allowed = path === "/login" ? INTERACTIVE_SCRIPT + OF_PASSKEYS : INTERACTIVE_SCRIPT;
      expect(await bytesOfScript(page), path).toBeLessThanOrEqual(allowed);
      const names = weight.files().map(({ url }) => new URL(url).pathname);
      const ofTheCommittee = /reglages|comptes|inscriptions-|messages|fiche-|boite|-comite/;
      expect(
        names.filter((name) => ofTheCommittee.test(name)),
        path,
      ).toEqual([]);
      await weight.stop();
    });
});

ownSiteTest(
  "a first visit to a home page with an announced event is at most 14 requests and 200 KB, lazy pictures included",
  async ({ page }) => {
    await openSession(page);
    const [annee = "", mois = ""] = nextMonth(dayInZurich(new Date())).split("-");
    const image = { name: "bal.jpg", mimeType: "image/jpeg", buffer: await jpeg(960, 768) };
    await page.goto("/");
    await postForm(page, "/evenement/create", { Nom: "Bal du village", mois, annee, Lieu: "Halle des fêtes", image });
    await page.context().clearCookies();
    const weight = await weigh(page);
    await page.goto("/", { waitUntil: "networkidle" });
    await expect(page.getByRole("region", { name: "Prochain rendez-vous" })).toBeAttached();
    expect(weight.files().length).toBeLessThanOrEqual(14);
    expect(weight.total()).toBeLessThanOrEqual(200 * KO);
  },
);

test.describe("on a telephone with a fine screen", () => {
  test.use({ deviceScaleFactor: 3 });
  test("the planning is at most 50 KB per poster", async ({ page }) => {
    const weight = await weigh(page);
    await page.goto("/planning/2025", { waitUntil: "networkidle" });
    const before = weight.total();
    await page.reload();
    await readToEnd(page);
    await page.waitForLoadState("networkidle");
    // Other specs may add posters at the same time.
    const posters = await page.locator("main picture").count();
    expect(posters).toBeGreaterThanOrEqual(8);
    expect(weight.total() - before).toBeGreaterThan(100 * KO);
    expect(weight.total() - before).toBeLessThanOrEqual(posters * 50 * KO);
  });
});

test("the speculation rules that prefetch links under the pointer are valid", async ({ page }) => {
  const session = await page.context().newCDPSession(page);
  const rules: { errorType?: string; sourceText: string }[] = [];
  session.on("Preload.ruleSetUpdated", ({ ruleSet }) => rules.push(ruleSet));
  await session.send("Preload.enable");
  await page.goto("/charte", { waitUntil: "networkidle" });
  await expect.poll(() => rules.length).toBeGreaterThan(0);
  expect(rules.map(({ errorType }) => errorType)).toEqual([undefined]);
  expect(JSON.parse(rules[0]?.sourceText ?? "")).toHaveProperty("prefetch");
});
